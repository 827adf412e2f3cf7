/**
 * Shell: the line of runs, on pg-boss. One queue per runner class, and one per runner for runs that ask for it by
 * name. A job holds nothing but its id, which is the run's; what is to be done stands in the run's row.
 */
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { fixed } from './config.ts';
import type { BossDb, Database } from './database.ts';
import { jobIdOf, runIdOf } from './ids.ts';

/** One run taken from the line; `retryCount` fences what is said about it later. */
export type Taken = { run: string; queue: string; retryCount: number };

export type Queue = {
	send: (
		queue: string,
		run: string,
		boss: BossDb,
		options?: { priority?: number; retries?: number }
	) => Promise<void>;
	fetch: (queue: string, most: number, boss: BossDb) => Promise<Taken[]>;
	complete: (taken: Taken, boss: BossDb) => Promise<void>;
	/** Its runner died: back in the line, or set aside when that has happened too often. */
	fail: (taken: Taken, boss: BossDb) => Promise<void>;
	remove: (queue: string, run: string, boss: BossDb) => Promise<void>;
	/** Of these runs those that wait in no line. */
	missing: (runs: string[], boss: BossDb) => Promise<Set<string>>;
	/** Makes sure a queue exists before something is sent to it. */
	ensure: (queue: string) => Promise<void>;
	stop: () => Promise<void>;
};

/** Advisory lock while the queue is opened; any number that nobody else uses. */
const lockKey = 0x6379_7175;

/** Schema of pg-boss's own tables. */
export const queueSchema = 'pgboss';

/** Where runs that killed their runners end, for an operator to look at. */
const setAside = 'set-aside';

/** Opens the line; `onWork` is told the name of a queue that something was sent to, by whichever site process. */
export async function openQueue(
	database: Database,
	onWork: (queue: string) => void,
	log: Logger
): Promise<Queue> {
	const boss = new PgBoss({
		db: {
			executeSql: database.boss.executeSql,
			listen: (channel, heard, missed) =>
				database.session.listen(
					channel,
					(queue) => {
						onWork(queue);
						heard(queue);
					},
					missed
				)
		},
		schema: queueSchema,
		useListenNotify: true,
		schedule: false,
		superviseIntervalSeconds: 60
	});
	boss.on('error', (error) => log.error({ err: error }, 'the queue'));
	boss.on('warning', (warning) => log.warn({ warning }, 'the queue'));
	// pg-boss does not expect another process to make its tables at the same moment.
	await database.transaction(async (sql) => {
		await sql.query('select pg_advisory_xact_lock($1)', [lockKey]);
		await boss.start();
		await boss.createQueue(setAside);
	});
	const known = new Map<string, Promise<void>>();

	const create = async (queue: string) => {
		await boss.createQueue(queue, {
			retryLimit: fixed.kills - 1,
			retryDelay: 0,
			// the dispatch gives a run back before; this is for a site that is gone with all its memory
			expireInSeconds: 2 * fixed.runSeconds,
			// what a user made is lost when nobody looks for it any more, not before
			retentionSeconds: 30 * 86_400,
			deleteAfterSeconds: 86_400,
			deadLetter: setAside,
			notify: true
		});
		// pg-boss reads about a queue at its first use, on a connection of its own. Within the transactions of a crowd, which
		// have all connections, that would wait for itself: so it is used here first, by looking for a job that cannot be.
		await boss.findJobs(queue, { id: '00000000-0000-0000-0000-000000000000' });
	};

	return {
		ensure: (queue) => {
			const creating = known.get(queue) ?? create(queue);
			known.set(queue, creating);
			creating.catch(() => known.delete(queue));
			return creating;
		},
		send: async (queue, run, db, options = {}) => {
			await boss.send(queue, null, {
				id: jobIdOf(run),
				db,
				priority: options.priority ?? 0,
				retryLimit: options.retries ?? fixed.kills - 1
			});
		},
		fetch: async (queue, most, db) => {
			const jobs = await boss.fetch(queue, { batchSize: most, includeMetadata: true, db });
			// Taken together they come in any order; who stood first is given to a runner first.
			const inOrder = jobs.toSorted(
				(a, b) => b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime()
			);
			return inOrder.map((job) => ({ run: runIdOf(job.id), queue, retryCount: job.retryCount }));
		},
		complete: async ({ run, queue, retryCount }, db) => {
			await boss.complete(queue, { id: jobIdOf(run), retryCount }, null, { db });
		},
		fail: async ({ run, queue, retryCount }, db) => {
			await boss.fail(queue, { id: jobIdOf(run), retryCount }, null, { db });
		},
		remove: async (queue, run, db) => {
			await boss.deleteJob(queue, jobIdOf(run), { db });
		},
		missing: async (runs, db) => {
			const { rows } = await db.executeSql(
				`select id from ${queueSchema}.job where id = any($1::uuid[]) and state < 'active'`,
				[runs.map(jobIdOf)]
			);
			const waiting = new Set(rows.map(({ id }) => runIdOf(String(id))));
			return new Set(runs.filter((run) => !waiting.has(run)));
		},
		stop: () => boss.stop({ graceful: false, close: false })
	};
}
