/** One workshop as it is in the store, and the views of its host and its participants. Pure. */
import { RunState } from '../../shared/schema.ts';
import { z } from 'zod';
import { believedIn } from './believed.ts';
import {
	RunResult,
	WorkshopState,
	type Checked,
	type HostView,
	type Person,
	type RoomResult,
	type SeatView,
	type Solver,
	type Tally,
	type WorkshopExercise,
	type WorkshopFacts,
	type WorkshopView
} from '../../shared/workshop-schema.ts';
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
	/** Seconds since it was requested. */
	age: z.number(),
	result: RunResult.nullable(),
	/** The host's decision about its source; null: none yet. */
	accepted: z.boolean().nullable()
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

/** Votes and measurements of a workshop for one exercise. */
export function tallyOf({ votes, runs, exercises }: Room, exercise: string): Tally {
	const inRound = (round: number) =>
		votes
			.filter((vote) => vote.exercise === exercise && vote.round === round)
			.map(({ ratio }) => ratio);
	const own = runs.filter((run) => run.exercise === exercise && run.result);
	const runsOf = (are: (result: RunResult) => boolean) =>
		new Set(own.filter(({ result }) => result && are(result)).map(({ run }) => run)).size;
	const checks = [...solutionsOf(runs, exercise).values()].map(({ checked }) => checked);
	const checkedAs = (as: Checked) => checks.filter((one) => one === as).length;
	const results = new Map<string, RoomResult>();
	for (const { run, result } of own) {
		if (!result?.answer || result.edited) continue;
		const { edited: _, verdict: __, failure: ___, answer, ...rest } = result;
		const people = (results.get(run)?.people ?? 0) + 1;
		results.set(run, { run, ...rest, answer, people });
	}
	const voted = { first: inRound(1), second: inRound(2), results: [...results.values()] };
	const asked = exercises.find(({ slug }) => slug === exercise);
	return {
		...voted,
		misconceptions: believedIn(asked, voted),
		edited: runsOf(({ edited }) => edited),
		unanswered: runsOf(({ answer, edited }) => !edited && !answer),
		failures: failuresIn(own),
		solved: checkedAs('accepted'),
		unchecked: checkedAs('unchecked')
	};
}

const mostFailures = 3;

/** The reasons why runs of unedited code gave no answer, each sentence once. */
function failuresIn(runs: Room['runs']): Tally['failures'] {
	const failed = new Map(
		runs.flatMap(({ run, result }) =>
			result?.failure && !result.edited ? [[run, result.failure] as const] : []
		)
	);
	return [...Map.groupBy(failed.values(), ({ title }) => title).values()]
		.flatMap((alike) => (alike[0] ? [{ ...alike[0], runs: alike.length }] : []))
		.sort((a, b) => b.runs - a.runs)
		.slice(0, mostFailures);
}

/** The host's decision about a run; undefined if the run did not meet the challenge, and there is nothing to decide. */
export function checkedOf({ result, accepted }: Room['runs'][number]): Checked | undefined {
	if (result?.verdict !== 'passed') return undefined;
	return accepted === null ? 'unchecked' : accepted ? 'accepted' : 'rejected';
}

const weight: Record<Checked, number> = { accepted: 0, unchecked: 1, rejected: 2 };
type Solution = Pick<Solver, 'run' | 'at' | 'runner' | 'checked'>;

/** By seat, the run that counts for the challenge of an exercise. */
function solutionsOf(runs: Room['runs'], exercise: string): Map<number, Solution> {
	const found = new Map<number, Solution>();
	for (const one of runs) {
		const checked = checkedOf(one);
		if (!one.result || !checked || one.exercise !== exercise || one.seat === 0) continue;
		const { at, runner } = one.result;
		const next = { run: one.run, at, runner, checked };
		const before = found.get(one.seat);
		if (!before || precedes(next, before)) found.set(one.seat, next);
	}
	return found;
}

/** Of two runs of one person: an accepted run, else an unchecked run; the first of these, or the last rejected run. */
function precedes(one: Solution, other: Solution): boolean {
	if (one.checked !== other.checked) return weight[one.checked] < weight[other.checked];
	return one.checked === 'rejected' ? one.at > other.at : one.at < other.at;
}

export const isOpen = ({ state }: Room['runs'][number]) =>
	state === 'queued' || state === 'running';

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

/** Seats that voted in the open vote of the host's current exercise. */
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
	const solvers = [...solutionsOf(room.runs, at)]
		.map(([person, solution]): Solver => ({ person, name: names.get(person) ?? '', ...solution }))
		.sort((a, b) => (a.at < b.at ? -1 : 1));
	return {
		...factsOf(room),
		people,
		tally: tallyOf(room, at),
		solvers,
		queue: queueOf(room.runs)
	};
}

/** The part of the view that is equal for all participants. */
function commonView(room: Room): Omit<SeatView, keyof OwnView> {
	const { state } = room.workshop;
	return {
		...factsOf(room),
		people: {
			here: room.seats.filter(({ here }) => here).length,
			all: room.seats.length
		},
		...(stepOf(state, state.at).revealed ? { tally: tallyOf(room, state.at) } : {})
	};
}

/** The part of the view about the participant. */
type OwnView = Pick<SeatView, 'name' | 'following' | 'votes' | 'solutions'>;

const ownView = (
	{ name, following }: SeatRow,
	votes: Room['votes'],
	solutions: OwnView['solutions']
): OwnView => ({
	name,
	following,
	votes: votes.map(({ exercise, round, ratio }) => ({ exercise, round, ratio })),
	solutions
});

/** By seat, the challenges that were met, of all exercises. */
function solutionsIn({ exercises, runs }: Room): Map<number, OwnView['solutions']> {
	const found = new Map<number, OwnView['solutions']>();
	for (const { slug: exercise } of exercises)
		for (const [seat, { checked }] of solutionsOf(runs, exercise))
			found.set(seat, [...(found.get(seat) ?? []), { exercise, checked }]);
	return found;
}

/** The view of one participant; undefined if no participant has this number. */
export function seatView(room: Room, number: number): SeatView | undefined {
	const seat = room.seats.find((one) => one.number === number);
	if (!seat) return undefined;
	const votes = room.votes.filter((vote) => vote.seat === number);
	const solutions = solutionsIn(room).get(number) ?? [];
	return { ...commonView(room), ...ownView(seat, votes, solutions) };
}

/** All views of one workshop as JSON. Common parts are serialised once. */
export type ViewTexts = {
	host: () => string;
	/** Undefined if no participant has this number. */
	seat: (number: number) => string | undefined;
};

export function viewTexts(room: Room): ViewTexts {
	let host: string | undefined;
	let common: string | undefined;
	const seats = new Map(room.seats.map((seat) => [seat.number, seat]));
	const votes = Map.groupBy(room.votes, ({ seat }) => seat);
	const solutions = solutionsIn(room);
	return {
		host: () => (host ??= JSON.stringify(hostView(room))),
		seat: (number) => {
			const seat = seats.get(number);
			if (!seat) return undefined;
			common ??= JSON.stringify(commonView(room));
			const own = JSON.stringify(
				ownView(seat, votes.get(number) ?? [], solutions.get(number) ?? [])
			);
			return `${common.slice(0, -1)},${own.slice(1)}`;
		}
	};
}

/** The public view for anyone with the code: the workshop's title before its end, its results without names afterwards. */
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
