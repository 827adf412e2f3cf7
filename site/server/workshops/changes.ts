/** What changed in a workshop since it was read, so that only that is read again. Pure. */
import type { Room } from './room.ts';

/** Rows of these numbers, votes and runs changed. The workshop's own row is read each time. */
export type RoomChange = {
	seats?: number[];
	votes?: { seat: number; exercise: string }[];
	runs?: string[];
	/** Questions from the room, or votes for them. */
	floor?: boolean;
};

/** The parts to be read again, or everything if the change is unknown. */
export type Pending = {
	whole: boolean;
	seats: Set<number>;
	votes: Set<string>;
	runs: Set<string>;
	floor: boolean;
};

export const nothingPending = (): Pending => ({
	whole: false,
	seats: new Set(),
	votes: new Set(),
	runs: new Set(),
	floor: false
});

const voteKey = ({ seat, exercise }: { seat: number; exercise: string }) => `${seat} ${exercise}`;

/** @param change undefined: anything may have changed */
export function note(pending: Pending, change: RoomChange | undefined): void {
	if (!change) pending.whole = true;
	for (const seat of change?.seats ?? []) pending.seats.add(seat);
	for (const vote of change?.votes ?? []) pending.votes.add(voteKey(vote));
	for (const run of change?.runs ?? []) pending.runs.add(run);
	if (change?.floor) pending.floor = true;
}

/** As it is asked of the store. */
export const changeOf = ({ seats, votes, runs, floor }: Pending): Required<RoomChange> => ({
	seats: [...seats],
	votes: [...votes].map((key) => {
		const [seat = '', exercise = ''] = key.split(' ');
		return { seat: Number(seat), exercise };
	}),
	runs: [...runs],
	floor
});

type Stored = Omit<Room, 'exercises'>;

/** The order of votes: by time, and by seat within the same millisecond. */
export const earlier = (a: Room['votes'][number], b: Room['votes'][number]): number =>
	a.at.getTime() - b.at.getTime() || a.seat - b.seat;

/** The room with the newly read rows instead of the old rows. New runs come last. */
export function merged<R extends Stored>(room: R, read: Stored, change: Required<RoomChange>): R {
	const seats = new Map(room.seats.map((seat) => [seat.number, seat]));
	for (const seat of read.seats) seats.set(seat.number, seat);
	const voted = new Set(change.votes.map(voteKey));
	const runOf = ({ run, seat }: Room['runs'][number]) => `${run} ${seat}`;
	const runs = new Map(room.runs.map((run) => [runOf(run), run]));
	for (const run of read.runs) runs.set(runOf(run), run);
	return {
		...room,
		workshop: read.workshop,
		seats: [...seats.values()].sort((a, b) => a.number - b.number),
		votes: [...room.votes.filter((vote) => !voted.has(voteKey(vote))), ...read.votes].sort(earlier),
		runs: [...runs.values()],
		floor: change.floor ? read.floor : room.floor
	};
}
