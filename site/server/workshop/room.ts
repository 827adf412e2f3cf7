/** One workshop as it is in the store, and what each in its room sees of it. Pure. */
import { z } from 'zod';
import { RunState } from '../schema.ts';
import {
	RunResult,
	WorkshopState,
	type HostView,
	type Person,
	type RoomResult,
	type SeatView,
	type Tally,
	type WorkshopExercise,
	type WorkshopFacts,
	type WorkshopView
} from './schema.ts';
import { stepOf } from './state.ts';

export const WorkshopRow = z.object({
	id: z.string(),
	code: z.string(),
	title: z.string(),
	exercises: z.array(z.string()),
	state: WorkshopState,
	created_at: z.date(),
	ended_at: z.date().nullable(),
	keep_days: z.int(),
	delete_at: z.date()
});
export type WorkshopRow = z.infer<typeof WorkshopRow>;

export const SeatRow = z.object({
	number: z.int(),
	name: z.string(),
	following: z.boolean(),
	at: z.string().nullable(),
	joined_at: z.date(),
	here: z.boolean()
});
export type SeatRow = z.infer<typeof SeatRow>;

export const VoteRow = z.object({
	seat: z.int(),
	exercise: z.string(),
	round: z.int(),
	ratio: z.number(),
	at: z.date()
});

export const RoomRun = z.object({
	/** 0 is the host. */
	seat: z.int(),
	run: z.string(),
	exercise: z.string(),
	state: RunState,
	/** Seconds since it was asked for. */
	age: z.number(),
	result: RunResult.nullable()
});

/** Everything the store has about a workshop. */
export type Room = {
	workshop: WorkshopRow;
	seats: SeatRow[];
	votes: z.infer<typeof VoteRow>[];
	runs: z.infer<typeof RoomRun>[];
	/** Its exercises that the site still has. */
	exercises: WorkshopExercise[];
};

function factsOf({ workshop, exercises }: Room): WorkshopFacts {
	const { code, title, state, ended_at, delete_at } = workshop;
	return {
		code,
		title,
		exercises,
		state,
		...(ended_at ? { endedAt: ended_at.toISOString() } : {}),
		deletesAt: delete_at.toISOString()
	};
}

/** What a room voted and measured of one exercise. */
export function tallyOf({ votes, runs }: Room, exercise: string): Tally {
	const inRound = (round: number) =>
		votes
			.filter((vote) => vote.exercise === exercise && vote.round === round)
			.map(({ ratio }) => ratio);
	const own = runs.filter((run) => run.exercise === exercise && run.result);
	const runsOf = (are: (result: RunResult) => boolean) =>
		new Set(own.filter(({ result }) => result && are(result)).map(({ run }) => run)).size;
	const results = new Map<string, RoomResult>();
	for (const { run, result } of own) {
		if (!result?.answer || result.edited) continue;
		const { edited: _, verdict: __, answer, ...rest } = result;
		const people = (results.get(run)?.people ?? 0) + 1;
		results.set(run, { run, ...rest, answer, people });
	}
	return {
		first: inRound(1),
		second: inRound(2),
		results: [...results.values()],
		edited: runsOf(({ edited }) => edited),
		unanswered: runsOf(({ answer, edited }) => !edited && !answer),
		solved: solversOf(runs, exercise).size
	};
}

/** By seat, the first run that met the challenge. */
function solversOf(runs: Room['runs'], exercise: string) {
	const first = new Map<number, RunResult>();
	for (const { seat, exercise: of, result } of runs) {
		if (of !== exercise || seat === 0 || result?.verdict !== 'passed') continue;
		const before = first.get(seat);
		if (!before || result.at < before.at) first.set(seat, result);
	}
	return first;
}

const isOpen = ({ state }: Room['runs'][number]) => state === 'queued' || state === 'running';

function queueOf(runs: Room['runs']): HostView['queue'] {
	const open = runs.filter(isOpen);
	const distinct = [...new Map(open.map((run) => [run.run, run])).values()];
	const waits = distinct.filter(({ state }) => state === 'queued').map(({ age }) => age);
	return {
		waiting: waits.length,
		running: distinct.length - waits.length,
		joined: open.length - distinct.length,
		...(waits.length > 0 ? { longestWait: Math.round(Math.max(...waits)) } : {})
	};
}

/** Whether something in the room changes without anybody saying so: a run goes on. */
export const isMoving = ({ runs }: Room): boolean => runs.some(isOpen);

/** Numbers of those who voted in the vote that is open where the host is. */
function votersOf({ workshop: { state }, votes }: Room): Set<number> {
	const { vote } = stepOf(state, state.at);
	return new Set(
		votes
			.filter(({ exercise, round }) => exercise === state.at && round === vote)
			.map(({ seat }) => seat)
	);
}

export function hostView(room: Room): HostView {
	const { at } = room.workshop.state;
	const voted = votersOf(room);
	const people = room.seats.map((seat): Person => ({
		number: seat.number,
		name: seat.name,
		here: seat.here,
		...(seat.at === null ? {} : { at: seat.at }),
		following: seat.following,
		voted: voted.has(seat.number)
	}));
	const names = new Map(room.seats.map(({ number, name }) => [number, name]));
	const solvers = [...solversOf(room.runs, at)]
		.map(([seat, { at: when, runner }]) => ({ name: names.get(seat) ?? '', at: when, runner }))
		.sort((a, b) => (a.at < b.at ? -1 : 1));
	return {
		...factsOf(room),
		people,
		tally: tallyOf(room, at),
		solvers,
		queue: queueOf(room.runs)
	};
}

/** What one participant sees; undefined if nobody has this number. */
export function seatView(room: Room, number: number): SeatView | undefined {
	const seat = room.seats.find((one) => one.number === number);
	if (!seat) return undefined;
	const { state } = room.workshop;
	return {
		...factsOf(room),
		name: seat.name,
		following: seat.following,
		votes: room.votes
			.filter((vote) => vote.seat === number)
			.map(({ exercise, round, ratio }) => ({ exercise, round, ratio })),
		people: {
			here: room.seats.filter(({ here }) => here).length,
			all: room.seats.length
		},
		...(stepOf(state, state.at).revealed ? { tally: tallyOf(room, state.at) } : {})
	};
}

/** What whoever has the code may see: before the end who it is, afterwards what it came to, without names. */
export function publicView(room: Room): WorkshopView {
	const { code, title, endedAt, deletesAt } = factsOf(room);
	const about = { code, title, people: room.seats.length, deletesAt };
	if (endedAt === undefined) return about;
	const summary = room.exercises.map((exercise) => ({
		...exercise,
		tally: tallyOf(room, exercise.slug)
	}));
	return { ...about, endedAt, summary };
}
