/**
 * Shell: what a site sees to before it begins. Every run that waits has its place in a line: both are written in one
 * transaction, but a store that was restored from a back-up has runs and no lines. And every run that waits can be done: one
 * that an earlier version was asked for, in terms that are no more, would hold up its line for ever.
 */
import { Job } from '@cyclelab/runner/schema/job';
import { z } from 'zod';
import { fixed } from './config.ts';
import type { Database } from './database.ts';
import { outdatedText } from './outdated.ts';
import type { Queue } from './queue.ts';
import { endWaitingRun } from './store.ts';

/** Advisory lock meanwhile; any number that nobody else uses. */
const lockKey = 0x6379_7271;

const Waiting = z.array(
	z.object({
		...{ id: z.string(), queue: z.string(), priority: z.int(), kills: z.int() },
		job: z.unknown()
	})
);

/** How many runs were put back in line, and how many were ended. */
export type Repaired = { requeued: number; outdated: number };

export async function repairLines(database: Database, queue: Queue): Promise<Repaired> {
	const waiting = `select id, queue, priority, kills, job from cyclelab.runs where state = 'queued'`;
	// a line cannot be made within a transaction of ours
	const names = Waiting.parse(await database.query(waiting)).map((run) => run.queue);
	for (const name of new Set(names)) await queue.ensure(name);
	return database.transaction(async (sql) => {
		await sql.query('select pg_advisory_xact_lock($1)', [lockKey]);
		const runs = Waiting.parse(
			await sql.query(`${waiting} and queue = any($1) order by line for update`, [names])
		);
		const missing = await queue.missing(
			runs.map(({ id }) => id),
			sql.boss
		);
		const repaired = { requeued: 0, outdated: 0 };
		for (const { id, queue: name, priority, kills, job } of runs) {
			const isOutdated = !Job.safeParse(job).success;
			if (!isOutdated && !missing.has(id)) continue;
			await queue.remove(name, id, sql.boss);
			if (isOutdated) {
				await endWaitingRun(sql, id, 'failed', outdatedText());
				repaired.outdated++;
			} else {
				const retries = Math.max(0, fixed.kills - 1 - kills);
				await queue.send(name, id, sql.boss, { priority, retries });
				repaired.requeued++;
			}
		}
		return repaired;
	});
}
