/** Shell: reads a whole workshop from PostgreSQL. */
import { z } from 'zod';
import type { Database } from '../store/database.ts';
import { floorSelect } from './floor-store.ts';
import { FloorRow, RoomRun, SeatRow, VoteRow, WorkshopRow, type Room } from './room.ts';
import { columns } from './store.ts';

/** All data of a workshop except its exercises; undefined if it was deleted. */
export async function readRoom(
	database: Database,
	id: string
): Promise<Omit<Room, 'exercises'> | undefined> {
	const [[row] = [], seats, votes, runs, floor] = await Promise.all(
		[
			`select ${columns} from cyclelab.workshops where id = $1 and delete_at > now()`,
			`select number, name, following, at, joined_at, here_until > now() as here,
				step, compiles, asked, asked and shown is not null as shown, synthetic, encode(address, 'hex') as address
			from cyclelab.workshop_seats where workshop = $1 order by number`,
			`select seat, exercise, round, ratio, confidence, why, at
			from cyclelab.workshop_votes where workshop = $1 order by at, seat`,
			`select w.seat, w.run, w.exercise, w.result, w.accepted, r.state,
				extract(epoch from clock_timestamp() - r.created_at)::float8 as age
			from cyclelab.workshop_runs w join cyclelab.runs r on r.id = w.run
			where w.workshop = $1 order by r.queue_order, w.seat`,
			floorSelect
		].map((select) => database.query(select, [id]))
	);
	return (
		row && {
			workshop: WorkshopRow.parse(row),
			seats: z.array(SeatRow).parse(seats),
			votes: z.array(VoteRow).parse(votes),
			runs: z.array(RoomRun).parse(runs),
			floor: z.array(FloorRow).parse(floor)
		}
	);
}
