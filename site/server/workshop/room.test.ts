import { expect, test } from 'vitest';
import { exactly } from '../../src/lib/examples.ts';
import { hostView, isMoving, publicView, seatView, type Room } from './room.ts';
import type { RunResult } from './schema.ts';

const at = new Date('2026-01-01T10:00:00Z');
const seat = (number: number, name: string) => ({
	...{ number, name, following: true, at: 'one', joined_at: at, here: number !== 2 }
});
const result = (more: Partial<RunResult>): RunResult => ({
	edited: false,
	runner: 'alpha',
	processor: 'AMD Zen 5',
	microarchitecture: 'znver5',
	toolchain: 'clang-19',
	at: '2026-01-01T10:01:00.000Z',
	...more
});
type Run = Room['runs'][number];
const run = (of: number, id: string, more: Partial<Run>): Run => ({
	...{ seat: of, run: id, exercise: 'one', state: 'finished', age: 9, result: null, ...more }
});
const room: Room = {
	workshop: {
		id: 'w',
		code: 'K7QM-4TXR',
		title: 'Stores',
		exercises: ['one'],
		state: { at: 'one', calls: 0, steps: { one: { vote: 2, revealed: false, challenge: true } } },
		created_at: at,
		ended_at: null,
		keep_days: 7,
		delete_at: at
	},
	seats: [seat(1, 'Ada'), seat(2, 'Bob'), seat(3, 'Eve')],
	votes: [
		{ seat: 1, exercise: 'one', round: 1, ratio: 2, at },
		{ seat: 2, exercise: 'one', round: 1, ratio: 3, at },
		{ seat: 1, exercise: 'one', round: 2, ratio: 4, at }
	],
	runs: [
		run(1, 'a', { result: result({ answer: exactly(6) }) }),
		run(2, 'a', { result: result({ answer: exactly(6) }) }),
		run(0, 'host', { result: result({}) }),
		run(3, 'b', { result: result({ edited: true, verdict: 'not-yet' }) }),
		run(3, 'c', {
			result: result({ edited: true, verdict: 'passed', at: '2026-01-01T10:05:00.000Z' })
		}),
		run(1, 'd', {
			result: result({ edited: true, verdict: 'passed', at: '2026-01-01T10:03:00.000Z' })
		}),
		run(1, 'e', { state: 'running', age: 3 }),
		run(2, 'e', { state: 'running', age: 3 }),
		run(3, 'f', { state: 'queued', age: 4.4 }),
		run(3, 'g', { state: 'queued', age: 2 })
	],
	exercises: []
};

test('the host sees who voted in the vote that is open, who met the challenge first, and the queue', () => {
	const { people, tally, solvers, queue } = hostView(room);
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
				...{ run: 'a', runner: 'alpha', processor: 'AMD Zen 5', microarchitecture: 'znver5' },
				...{ toolchain: 'clang-19', at: '2026-01-01T10:01:00.000Z', people: 2 },
				answer: exactly(6)
			}
		],
		...{ edited: 3, unanswered: 1, solved: 2 }
	});
	expect(solvers).toEqual([
		{ name: 'Ada', at: '2026-01-01T10:03:00.000Z', runner: 'alpha' },
		{ name: 'Eve', at: '2026-01-01T10:05:00.000Z', runner: 'alpha' }
	]);
	expect(queue).toEqual({ waiting: 2, running: 1, joined: 1, longestWait: 4 });
	expect(isMoving(room)).toBe(true);
});

test('a participant sees their own votes, and those of the room only when they are revealed', () => {
	const hidden = seatView(room, 1);
	expect(hidden?.votes).toEqual([
		{ exercise: 'one', round: 1, ratio: 2 },
		{ exercise: 'one', round: 2, ratio: 4 }
	]);
	expect([hidden?.people, hidden?.tally]).toEqual([{ here: 2, all: 3 }, undefined]);
	const steps = { one: { vote: 2, revealed: true, challenge: true } as const };
	const workshop = { ...room.workshop, state: { ...room.workshop.state, steps } };
	expect(seatView({ ...room, workshop }, 1)?.tally?.second).toEqual([4]);
	expect(seatView(room, 9)).toBeUndefined();
});

test('whoever has the code sees what it came to only after the end, and no names', () => {
	expect(publicView(room).summary).toBeUndefined();
	const view = publicView({ ...room, workshop: { ...room.workshop, ended_at: at } });
	expect([view.summary, view.people]).toEqual([[], 3]);
	expect(JSON.stringify(view)).not.toMatch(/Ada|Bob|Eve/);
});
