/** Rows of a workshop for tests. */
import type { Room, SeatRow, VoteRow, WorkshopRow } from './room.ts';

export const exampleTime = new Date('2026-01-01T10:00:00Z');

export const workshopRow = (more: Partial<WorkshopRow> = {}): WorkshopRow => ({
	id: 'w',
	code: 'K7QM-4TXR',
	title: 'Stores',
	exercises: ['one'],
	minutes: {},
	state: { at: 'one', calls: 0, steps: {} },
	groups: {},
	created_at: exampleTime,
	ended_at: null,
	due_at: null,
	keep_days: 7,
	delete_at: exampleTime,
	...more
});

export const seatRow = (number: number, name: string, more: Partial<SeatRow> = {}): SeatRow => ({
	number,
	name,
	following: true,
	at: null,
	joined_at: exampleTime,
	address: null,
	here: true,
	step: null,
	compiles: null,
	asked: false,
	shown: false,
	synthetic: false,
	...more
});

export const voteRow = (seat: number, ratio: number, more: Partial<VoteRow> = {}): VoteRow => ({
	seat,
	ratio,
	exercise: 'one',
	round: 1,
	confidence: null,
	why: null,
	at: exampleTime,
	...more
});

export const floorRow = (
	number: number,
	seat: number,
	text: string,
	more: Partial<Room['floor'][number]> = {}
): Room['floor'][number] => ({
	number,
	seat,
	text,
	state: 'open',
	at: exampleTime,
	voters: [],
	...more
});
