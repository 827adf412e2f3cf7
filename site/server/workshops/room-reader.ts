/** Shell: reads workshops with the results of their runs, and stores each result once it exists. */
import type { Exercise } from '@cyclelab/exercises/schema';
import { fixed } from '../base/config.ts';
import type { Reports } from '../runs/event-store.ts';
import type { Database } from '../store/database.ts';
import { questionOf, resultOf } from './questions.ts';
import type { Room } from './room.ts';
import { readRoom } from './room-store.ts';
import { writeResult } from './run-store.ts';

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
