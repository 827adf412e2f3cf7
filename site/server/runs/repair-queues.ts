/**
 * Shell: repairs the queues when a site process starts. Every waiting run needs a job in its queue: both are written in one
 * transaction, but a database that was restored from a back-up has runs and no queues. And every waiting run must be
 * executable: a run from an earlier version, with a job of an outdated schema, would block its queue forever.
 */
import { Job } from '@cyclelab/runner/schema/job';
import { z } from 'zod';
import { fixed } from '../base/config.ts';
import type { Database } from '../store/database.ts';
import { outdatedText } from './take.ts';
import type { Queue } from './queue.ts';
import { endWaitingRun } from './store.ts';

/** Advisory lock during the repair; any otherwise unused number. */
const lockKey = 0x6379_7271;

const Waiting = z.array(
	z.object({
		id: z.string(),
		queue: z.string(),
		priority: z.int(),
		kills: z.int(),
		job: z.unknown()
	})
);

/** How many runs were requeued, and how many failed as outdated. */
export type Repaired = { requeued: number; outdated: number };

export async function repairQueues(database: Database, queue: Queue): Promise<Repaired> {
	const waiting = `select id, queue, priority, kills, job from cyclelab.runs where state = 'queued'`;
	// pg-boss cannot create a queue within our transaction
	const names = Waiting.parse(await database.query(waiting)).map((run) => run.queue);
	for (const name of new Set(names)) await queue.ensure(name);
	return database.transaction(async (sql) => {
		await sql.query('select pg_advisory_xact_lock($1)', [lockKey]);
		const runs = Waiting.parse(
			await sql.query(`${waiting} and queue = any($1) order by queue_order for update`, [names])
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
				await queue.send(name, [{ run: id, priority, retries }], sql.boss);
				repaired.requeued++;
			}
		}
		return repaired;
	});
}
