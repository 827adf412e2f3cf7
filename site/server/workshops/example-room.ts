/** A room with votes, runs and questions, for tests of its views and exports. */
import type { RunResult } from '../../shared/workshop-results.ts';
import type { WorkshopExercise } from '../../shared/workshop-schema.ts';
import { exactly } from '../../shared/examples.ts';
import { floorRow, seatRow, voteRow, workshopRow } from './examples.ts';
import type { Room } from './room.ts';

const seat = (number: number, name: string) =>
	seatRow(number, name, { at: 'one', here: number !== 2 });
export const result = (more: Partial<RunResult>): RunResult => ({
	edited: false,
	runner: 'alpha',
	processor: 'AMD Zen 5',
	microarchitecture: 'znver5',
	toolchain: 'clang-22',
	at: '2026-01-01T10:01:00.000Z',
	...more
});
export type Run = Room['runs'][number];
export const run = (of: number, id: string, more: Partial<Run>): Run => ({
	seat: of,
	run: id,
	exercise: 'one',
	state: 'finished',
	age: 9,
	result: null,
	...more,
	accepted: more.accepted ?? null
});
/** The exercise of the room, for tests of what its question decides. */
export const exercise: WorkshopExercise = {
	slug: 'one',
	title: 'One',
	minutes: 1,
	measure: 'Time',
	of: 'Narrow',
	to: 'Wide',
	question: {
		text: 'How much?',
		measure: 'time',
		low: 1,
		high: 10,
		of: { variant: 'narrow', parameters: {} },
		to: { variant: 'wide', parameters: {} },
		answers: [],
		misconceptions: []
	},
	hasChallenge: true
};
/** Three people, votes in both rounds, a run of everybody, and two runs that met the challenge. */
export const room: Room = {
	workshop: workshopRow({
		state: { at: 'one', calls: 0, steps: { one: { vote: 2, revealed: false, challenge: true } } }
	}),
	seats: [seat(1, 'Ada'), seat(2, 'Bob'), seat(3, 'Eve')],
	votes: [
		voteRow(1, 2, { confidence: 'sure' }),
		voteRow(2, 3),
		voteRow(1, 4, { round: 2, confidence: 'guess', why: 'two <b>ports</b>' })
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
	floor: [floorRow(1, 2, 'Why?', { voters: [1, 3] }), floorRow(2, 1, 'No!', { state: 'hidden' })],
	exercises: []
};

/** Ada and Eve as solvers, without the host's decision. */
export const ofAda = {
	person: 1,
	name: 'Ada',
	at: '2026-01-01T10:03:00.000Z',
	runner: 'alpha',
	run: 'd'
};
export const ofEve = {
	person: 3,
	name: 'Eve',
	at: '2026-01-01T10:05:00.000Z',
	runner: 'alpha',
	run: 'c'
};
