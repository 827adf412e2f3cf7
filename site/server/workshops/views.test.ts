import { expect, test } from 'vitest';
import { exactly } from '../../fixtures/examples.ts';
import { exercise, ofAda, ofEve, result, room, run, type Run } from '../../fixtures/room.ts';
import { exampleTime as at, floorRow } from '../../fixtures/workshop-rows.ts';
import { exportOf } from './export.ts';
import type { Room } from './room.ts';
import { hostView, publicView, seatView, viewTexts } from './views.ts';

test('the host sees who voted in the vote that is open, who met the challenge first, and the queue', () => {
	const { people, tally, solvers, queue, said } = hostView(room);
	expect(people.map(({ name, here, voted }) => [name, here, voted])).toEqual([
		['Ada', true, true],
		['Bob', false, false],
		['Eve', true, false]
	]);
	expect(tally).toEqual({
		first: [2, 3],
		second: [4],
		results: [
			{
				run: 'a',
				runner: 'alpha',
				processor: 'AMD Zen 5',
				microarchitecture: 'znver5',
				toolchain: 'clang-22',
				at: '2026-01-01T10:01:00.000Z',
				people: 2,
				answer: exactly(6)
			}
		],
		edited: 3,
		unanswered: 1,
		failures: [],
		solved: 0,
		unchecked: 2,
		confidence: {
			first: { sure: 1, think: 0, guess: 0 },
			second: { sure: 0, think: 0, guess: 1 }
		},
		misconceptions: []
	});
	expect(said).toEqual([{ ratio: 4, confidence: 'guess', why: 'two <b>ports</b>' }]);
	expect(solvers).toEqual([
		{ ...ofAda, checked: 'unchecked' },
		{ ...ofEve, checked: 'unchecked' }
	]);
	expect(queue).toEqual({ waiting: 2, running: 1, joined: 1, longestWait: 4 });
});

test('the tally counts the votes in the range of each misconception that all results refute', () => {
	const idea = (from: number, to: number) => ({
		from,
		to,
		idea: 'all stores are equal',
		why: 'They are not. Widths differ.'
	});
	const question = {
		...exercise.question,
		misconceptions: [idea(1, 1.5), idea(2, 3), idea(3.5, 4.5), idea(5, 7)]
	};
	const asked = { ...room, exercises: [{ ...exercise, question }] };
	expect(hostView(asked).tally.misconceptions).toEqual([
		{ ...idea(2, 3), first: 2, second: 0 },
		{ ...idea(3.5, 4.5), first: 0, second: 1 }
	]);
	const [exported] = exportOf(asked).exercises;
	expect(exported?.misconceptions).toEqual(hostView(asked).tally.misconceptions);
	// A second runner on which one of the ideas holds, and a room that measured nothing.
	const elsewhere = run(0, 'z', { result: result({ answer: exactly(2.5) }) });
	const both = hostView({ ...asked, runs: [...asked.runs, elsewhere] });
	expect(both.tally.misconceptions.map(({ from }) => from)).toEqual([3.5]);
	expect(hostView({ ...asked, runs: [] }).tally.misconceptions).toEqual([]);
});

test('everybody’s view as text is their view', () => {
	const revealed = { ...room, workshop: { ...room.workshop, ended_at: at } };
	for (const shown of [room, revealed]) {
		const texts = viewTexts(shown);
		const parsed = (text: string | undefined) => text && JSON.parse(text);
		const plain = (view: object | undefined) => parsed(JSON.stringify(view));
		expect(parsed(texts.host())).toEqual(plain(hostView(shown)));
		for (const { number } of shown.seats)
			expect(parsed(texts.seat(number))).toEqual(plain(seatView(shown, number)));
		expect(texts.seat(99)).toBeUndefined();
	}
});

test('nobody counts as a solver before the host has accepted a run of theirs, and a later run can be accepted too', () => {
	const decided = (decisions: Record<string, boolean>, more: Run[] = []): Room => ({
		...room,
		exercises: [exercise],
		runs: [...room.runs, ...more].map((run) => ({ ...run, accepted: decisions[run.run] ?? null }))
	});
	const seen = (of: Room) => {
		const { solvers, tally } = hostView(of);
		const names = solvers.map(({ name, run, checked }) => [name, run, checked]);
		return { names, solved: tally.solved, unchecked: tally.unchecked };
	};
	expect(seen(decided({ d: true, c: false }))).toEqual({
		names: [
			['Ada', 'd', 'accepted'],
			['Eve', 'c', 'rejected']
		],
		solved: 1,
		unchecked: 0
	});
	const passed = { edited: true, verdict: 'passed' } as const;
	const again = [
		run(3, 'h', { result: result({ ...passed, at: '2026-01-01T10:06:00.000Z' }) }),
		run(3, 'i', { result: result({ ...passed, at: '2026-01-01T10:07:00.000Z' }) })
	];
	expect(seen(decided({ d: true, c: false }, again)).names).toEqual([
		['Ada', 'd', 'accepted'],
		['Eve', 'h', 'unchecked']
	]);
	expect(seen(decided({ c: false, h: false, i: true }, again))).toEqual({
		names: [
			['Ada', 'd', 'unchecked'],
			['Eve', 'i', 'accepted']
		],
		solved: 1,
		unchecked: 1
	});
	const own = (number: number) => seatView(decided({ c: false }), number)?.solutions;
	expect([own(1), own(2), own(3)]).toEqual([
		[{ exercise: 'one', checked: 'unchecked' }],
		[],
		[{ exercise: 'one', checked: 'rejected' }]
	]);
});

test('the room sees why code as it is given had no answer, the most frequent reason first', () => {
	const [noisy, slow] = [
		{ title: 'Too busy.', hint: 'Again.' },
		{ title: 'Too long.', hint: 'Less.' }
	];
	const failed = (of: number, id: string, failure: typeof noisy, edited = false) =>
		run(of, id, { result: result({ failure, edited }) });
	const runs = [
		failed(1, 'p', slow),
		failed(1, 'q', noisy),
		failed(2, 'q', noisy),
		failed(0, 'r', noisy),
		failed(3, 's', { title: 'Of edited code.', hint: '' }, true)
	];
	expect(hostView({ ...room, runs }).tally).toMatchObject({
		unanswered: 3,
		edited: 1,
		results: [],
		failures: [
			{ ...noisy, runs: 2 },
			{ ...slow, runs: 1 }
		]
	});
});

test('a participant sees their own votes, and the votes of the room only when they are revealed', () => {
	const hidden = seatView(room, 1);
	expect(hidden?.votes).toEqual([
		{ exercise: 'one', round: 1, ratio: 2, confidence: 'sure' },
		{ exercise: 'one', round: 2, ratio: 4, confidence: 'guess', why: 'two <b>ports</b>' }
	]);
	expect([hidden?.people, hidden?.tally]).toEqual([{ here: 2, all: 3 }, undefined]);
	const steps = { one: { vote: 2, revealed: true, challenge: true } as const };
	const workshop = { ...room.workshop, state: { ...room.workshop.state, steps } };
	expect(seatView({ ...room, workshop }, 1)?.tally?.second).toEqual([4]);
	expect(seatView(room, 9)).toBeUndefined();
});

test('the public view has the results only after the end, and no names', () => {
	expect(publicView(room).summary).toBeUndefined();
	const view = publicView({ ...room, workshop: { ...room.workshop, ended_at: at } });
	expect([view.summary, view.people]).toEqual([[], 3]);
	expect(JSON.stringify(view)).not.toMatch(/Ada|Bob|Eve/);
});

test('the host sees hidden questions; participants see open ones, the most wanted first, and their own', () => {
	const floor = [
		floorRow(1, 2, 'Why?', { voters: [1] }),
		floorRow(2, 1, 'No!', { state: 'hidden' }),
		floorRow(3, 1, 'How?', { voters: [2, 3] }),
		floorRow(4, 1, 'Done?', { state: 'answered' })
	];
	const seen = seatView({ ...room, floor }, 1);
	expect(hostView({ ...room, floor }).floor.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
	expect(seen?.floor.map(({ text, votes }) => [text, votes])).toEqual([
		['How?', 2],
		['Why?', 1]
	]);
	expect([seen?.ownQuestions, seen?.wantedQuestions]).toEqual([[2, 3, 4], [1]]);
	expect(JSON.stringify(seen?.floor)).not.toMatch(/Ada|Bob|Eve|seat/);
});

test('a group knows its members by name, and whether they have something to discuss', () => {
	const groups = { one: [[1, 2], [3]] };
	const grouped = { ...room, workshop: { ...room.workshop, groups } };
	expect(hostView(grouped).groups).toEqual([[1, 2], [3]]);
	expect(seatView(grouped, 1)?.group).toEqual({ names: ['Bob'], agrees: false });
	expect(seatView(grouped, 3)?.group).toEqual({ names: [], agrees: false });
	expect(seatView(room, 1)?.group).toBeUndefined();
});
