/** A workshop as its host, its participants and everybody else see it. Pure. */
import { isOpen, type Room, type SeatRow } from './room.ts';
import { stepOf } from './state.ts';
import { solutionsOf, tallyOf } from './tally.ts';
import type {
	HostView,
	Person,
	SeatView,
	Solver,
	WorkshopFacts,
	WorkshopView
} from '../../shared/workshop-schema.ts';

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
