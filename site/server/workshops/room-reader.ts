/** Shell: reads workshops with the results of their runs, and stores each result once it exists. */
import type { Exercise } from '@cyclelab/exercises/schema';
import { fixed } from '../base/config.ts';
import type { Reports } from '../runs/event-store.ts';
import type { Database } from '../store/database.ts';
import { questionOf, resultOf } from './questions.ts';
import { type Room, FloorRow, RoomRun, SeatRow, VoteRow, WorkshopRow } from './room.ts';
import { writeResult } from './run-store.ts';
import { z } from 'zod';
import { floorSelect } from './floor-store.ts';
import { columns } from './store.ts';

/** All data of a workshop except its exercises; undefined if it was deleted. */
async function readRoom(
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

type RoomReaderParts = {
	database: Database;
	reports: Reports;
	/** Undefined for an exercise that the site does not have any more. */
	exercise: (slug: string) => Exercise | undefined;
};

/** The returned function resolves to undefined if the workshop was deleted. */
export function roomReader({
	database,
	reports,
	exercise: exerciseOf
}: RoomReaderParts): (id: string) => Promise<Room | undefined> {
	/** The runs, with results of the runs that finished since the last read. */
	async function settled(runs: Room['runs']): Promise<Room['runs']> {
		const fresh = runs.filter(({ state, result }) => state === 'finished' && !result);
		const results = new Map<string, Room['runs'][number]['result']>();
		for (const { run, exercise: slug } of fresh) {
			const exercise = exerciseOf(slug);
			if (results.has(run) || !exercise) continue;
			const found = await reports.read(run, fixed.keptReportBytes);
			if (!found?.report) continue;
			const result = resultOf(exercise, found.report);
			await writeResult(database, run, result);
			results.set(run, result);
		}
		return runs.map((run) => ({ ...run, result: results.get(run.run) ?? run.result }));
	}

	return async (id) => {
		const room = await readRoom(database, id);
		if (!room) return undefined;
		const exercises = room.workshop.exercises.flatMap((slug) => {
			const exercise = exerciseOf(slug);
			return exercise ? [questionOf(exercise)] : [];
		});
		return { ...room, runs: await settled(room.runs), exercises };
	};
}
