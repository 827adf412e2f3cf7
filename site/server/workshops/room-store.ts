/** Shell: reads a whole workshop, or its changed rows, from PostgreSQL. */
import { z } from 'zod';
import type { Database, Row } from '../store/database.ts';
import { earlier, type RoomChange } from './changes.ts';
import { floorSelect } from './floor-store.ts';
import { FloorRow, RoomRun, SeatRow, VoteRow, WorkshopRow, type Room } from './room.ts';
import { columns } from './store.ts';

const roomSelects = {
	workshop: `select ${columns} from cyclelab.workshops where id = $1 and delete_at > now()`,
	seats: `select number, name, following, at, joined_at, here_until > now() as here,
			step, compiles, asked, asked and shown is not null as shown, synthetic, encode(address, 'hex') as address
		from cyclelab.workshop_seats where workshop = $1`,
	votes: `select seat, exercise, round, ratio, confidence, why, at
		from cyclelab.workshop_votes where workshop = $1`,
	runs: `select w.seat, w.run, w.exercise, w.result, w.accepted, r.state,
			extract(epoch from clock_timestamp() - r.created_at)::float8 as age
		from cyclelab.workshop_runs w join cyclelab.runs r on r.id = w.run
		where w.workshop = $1`,
	floor: floorSelect
};

function roomIn([found, seats, votes, runs, floor]: Row[][]): StoredRoom | undefined {
	const [row] = found ?? [];
	if (!row) return undefined;
	return {
		workshop: WorkshopRow.parse(row),
		seats: z.array(SeatRow).parse(seats),
		votes: z.array(VoteRow).parse(votes).sort(earlier),
		runs: z.array(RoomRun).parse(runs),
		floor: z.array(FloorRow).parse(floor)
	};
}

type StoredRoom = Omit<Room, 'exercises'>;

/** All data of a workshop except its exercises; undefined if it was deleted. */
export async function readRoom(database: Database, id: string): Promise<StoredRoom | undefined> {
	const { workshop, seats, votes, runs, floor } = roomSelects;
	return roomIn(
		await Promise.all([
			database.query(workshop, [id]),
			database.query(`${seats} order by number`, [id]),
			database.query(votes, [id]),
			database.query(`${runs} order by r.queue_order, w.seat`, [id]),
			database.query(floor, [id])
		])
	);
}

/** As `readRoom`, with only the changed rows. */
export async function readRoomChanges(
	database: Database,
	id: string,
	change: Required<RoomChange>
): Promise<StoredRoom | undefined> {
	const { workshop, seats, votes, runs, floor } = roomSelects;
	const unless = (none: boolean, text: string, values: unknown[]) =>
		none ? [] : database.query(text, [id, ...values]);
	return roomIn(
		await Promise.all([
			database.query(workshop, [id]),
			unless(change.seats.length === 0, `${seats} and number = any($2)`, [change.seats]),
			unless(
				change.votes.length === 0,
				`${votes} and (exercise, seat) in (select * from unnest($2::text[], $3::int[]))`,
				[change.votes.map(({ exercise }) => exercise), change.votes.map(({ seat }) => seat)]
			),
			unless(
				change.runs.length === 0,
				`${runs} and w.run = any($2) order by r.queue_order, w.seat`,
				[change.runs]
			),
			unless(!change.floor, floor, [])
		])
	);
}
