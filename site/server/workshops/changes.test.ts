import { expect, test } from 'vitest';
import { changeOf, merged, note, nothingPending } from './changes.ts';
import { floorRow, seatRow, voteRow, workshopRow } from './examples.ts';
import type { Room } from './room.ts';

const seat = (number: number, here: boolean) => seatRow(number, `person ${number}`, { here });
const vote = (number: number, ratio: number, exercise = 'one') =>
	voteRow(number, ratio, { exercise });
const run = (id: string, number: number, state: 'running' | 'finished') => ({
	seat: number,
	run: id,
	exercise: 'one',
	state,
	age: 1,
	result: null,
	accepted: null
});
const room: Room = {
	workshop: workshopRow(),
	seats: [seat(1, true), seat(3, true)],
	votes: [vote(1, 2), vote(1, 5, 'two'), vote(3, 2)],
	runs: [run('a', 1, 'running'), run('a', 3, 'running')],
	floor: [floorRow(1, 1, 'Why?')],
	exercises: []
};

test('each change is recorded once, and an unknown change means that everything is read', () => {
	const pending = nothingPending();
	for (let i = 0; i < 3; i++) {
		note(pending, { seats: [1], votes: [{ seat: 1, exercise: 'one' }] });
		note(pending, { runs: ['a'], floor: true });
		note(pending, { floor: false });
	}
	expect([pending.whole, changeOf(pending)]).toEqual([
		false,
		{ seats: [1], votes: [{ seat: 1, exercise: 'one' }], runs: ['a'], floor: true }
	]);
	note(pending, undefined);
	expect(pending.whole).toBe(true);
});

test('rows that were read again stand in place of those before, new ones behind them, and others stay', () => {
	const read = {
		workshop: { ...room.workshop, title: 'Loads' },
		seats: [seat(2, true), seat(3, false)],
		votes: [vote(1, 4), vote(2, 3)],
		runs: [run('a', 1, 'finished'), run('a', 3, 'finished'), run('b', 2, 'running')],
		floor: [floorRow(1, 1, 'Why?'), floorRow(2, 3, 'How?')]
	};
	const votes = [1, 2].map((number) => ({ seat: number, exercise: 'one' }));
	expect(merged(room, read, { seats: [2, 3], votes, runs: ['a', 'b'], floor: true })).toEqual({
		...room,
		workshop: read.workshop,
		seats: [seat(1, true), seat(2, true), seat(3, false)],
		votes: [vote(1, 5, 'two'), vote(1, 4), vote(2, 3), vote(3, 2)],
		runs: read.runs,
		floor: read.floor
	});
});

test('nothing read again changes nothing', () => {
	const { exercises: _, ...stored } = room;
	const none = { ...stored, seats: [], votes: [], runs: [], floor: [] };
	expect(merged(room, none, { seats: [], votes: [], runs: [], floor: false })).toEqual(room);
});
