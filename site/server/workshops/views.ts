/** A workshop as its host, its participants and everybody else see it. Pure. */
import { defined } from '@cyclelab/contract/defined';
import { answersOf } from './answers.ts';
import { ownViews, saidOf, type OwnView } from './own-view.ts';
import { isOpen, type Room, type VoteRow } from './room.ts';
import { stepOf } from './state.ts';
import { solutionsOf, tallyOf } from './tally.ts';
import type { FloorQuestion } from '../../shared/workshop-people.ts';
import type { HostView, Person, Solver } from '../../shared/workshop-host.ts';
import type { SeatView } from '../../shared/workshop-participant.ts';
import type { WorkshopView } from '../../shared/workshop-results.ts';
import type { WorkshopFacts } from '../../shared/workshop-schema.ts';

function factsOf({ workshop, exercises }: Room): WorkshopFacts {
	const { code, title, state, minutes, due_at, ended_at, delete_at } = workshop;
	return {
		code,
		title,
		exercises,
		state,
		minutes,
		...(due_at ? { due: due_at.toISOString() } : {}),
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

/** The votes in the open vote of the host's current exercise. */
function openVotesOf({ workshop: { state }, votes }: Room): VoteRow[] {
	const { vote } = stepOf(state, state.at);
	return votes.filter(({ exercise, round }) => exercise === state.at && round === vote);
}

const questionOf = ({ number, text, state, at, voters }: Room['floor'][number]): FloorQuestion => ({
	number,
	text,
	state,
	votes: voters.length,
	at: at.toISOString()
});

export function hostView(room: Room): HostView {
	const { at } = room.workshop.state;
	const votes = openVotesOf(room);
	const voted = new Set(votes.map(({ seat }) => seat));
	const addresses = sharedAddresses(room.seats);
	const people = room.seats.map((seat): Person => ({
		number: seat.number,
		name: seat.name,
		...withAddress(addresses.get(seat.address)),
		here: seat.here,
		following: seat.following,
		voted: voted.has(seat.number),
		...defined({
			at: seat.at ?? undefined,
			step: seat.step ?? undefined,
			compiles: seat.compiles ?? undefined,
			code: seat.asked ? (seat.shown ? ('shown' as const) : ('asked' as const)) : undefined
		}),
		synthetic: seat.synthetic
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
		...(room.workshop.due_at ? { answers: answersOf(room) } : {}),
		queue: queueOf(room.runs),
		floor: room.floor.map(questionOf),
		groups: room.workshop.groups[at] ?? [],
		said: votes.map(saidOf),
		measuring: room.runs.some((run) => run.seat === 0 && run.exercise === at && isOpen(run))
	};
}

/** Numbers of the addresses with several seats, from 1: first the address with most seats. */
function sharedAddresses(seats: Room['seats']): Map<string | null, number> {
	const shared = [...Map.groupBy(seats, ({ address }) => address)]
		.filter(([address, of]) => address !== null && of.length > 1)
		.sort(([, a], [, b]) => b.length - a.length);
	return new Map(shared.map(([address], index) => [address, index + 1]));
}

const withAddress = (address: number | undefined) => (address === undefined ? {} : { address });

/** Open questions that every participant is sent, the most wanted: their number times the number of participants is sent. */
const questionsForAll = 40;

const openQuestionsOf = (floor: Room['floor']): FloorQuestion[] =>
	floor
		.filter(({ state }) => state === 'open')
		.map(questionOf)
		.sort((a, b) => b.votes - a.votes || a.number - b.number)
		.slice(0, questionsForAll);

/** The part of the view that is equal for all participants. */
function commonView(room: Room): Omit<SeatView, keyof OwnView> {
	const { state } = room.workshop;
	return {
		...factsOf(room),
		people: {
			here: room.seats.filter(({ here }) => here).length,
			all: room.seats.length
		},
		floor: openQuestionsOf(room.floor),
		...(stepOf(state, state.at).revealed ? { tally: tallyOf(room, state.at) } : {})
	};
}

/** The view of one participant; undefined if no participant has this number. */
export function seatView(room: Room, number: number): SeatView | undefined {
	const seat = room.seats.find((seat) => seat.number === number);
	if (!seat) return undefined;
	return { ...commonView(room), ...ownViews(room)(seat) };
}

/** All views of one workshop as JSON. Common parts are serialised once. */
type ViewTexts = {
	host: () => string;
	/** Undefined if no participant has this number. */
	seat: (number: number) => string | undefined;
};

export function viewTexts(room: Room): ViewTexts {
	let host: string | undefined;
	let common: string | undefined;
	const seats = new Map(room.seats.map((seat) => [seat.number, seat]));
	const ownOf = ownViews(room);
	return {
		host: () => (host ??= JSON.stringify(hostView(room))),
		seat: (number) => {
			const seat = seats.get(number);
			if (!seat) return undefined;
			common ??= JSON.stringify(commonView(room));
			const ofSeat = JSON.stringify(ownOf(seat));
			return `${common.slice(0, -1)},${ofSeat.slice(1)}`;
		}
	};
}

/** The public view for anyone with the code: the workshop's title before its end, its results without names afterwards. */
export function publicView(room: Room): WorkshopView {
	const { code, title, due, endedAt, deletesAt } = factsOf(room);
	const about = { code, title, people: room.seats.length, deletesAt, ...(due ? { due } : {}) };
	if (endedAt === undefined) return about;
	const summary = room.exercises.map((exercise) => ({
		...exercise,
		tally: tallyOf(room, exercise.slug)
	}));
	return { ...about, endedAt, summary };
}
