/**
 * Shell: every run that waits has its place in a line. Both are written in one transaction, so none is without; but a store
 * that was restored from a back-up has runs and no lines.
 */
import { z } from 'zod';
import { fixed } from './config.ts';
import type { Database } from './database.ts';
import type { Queue } from './queue.ts';

/** Advisory lock meanwhile; any number that nobody else uses. */
const lockKey = 0x6379_7271;

const Waiting = z.array(
	z.object({ id: z.string(), queue: z.string(), priority: z.int(), kills: z.int() })
);

/** Puts those back in line that are in none. Returns how many there were. */
export async function requeueStrays(database: Database, queue: Queue): Promise<number> {
	const waiting = `select id, queue, priority, kills from cyclelab.runs where state = 'queued'`;
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
		for (const { id, queue: name, priority, kills } of runs) {
			if (!missing.has(id)) continue;
			await queue.remove(name, id, sql.boss);
			const retries = Math.max(0, fixed.kills - 1 - kills);
			await queue.send(name, id, sql.boss, { priority, retries });
		}
		return missing.size;
	});
}
