/**
 * Shell: the queues of runs, on pg-boss. One queue per runner class, and one per runner for runs that request it by name.
 * A job contains only the run's id; the work is described in the run's row.
 */
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { fixed } from '../base/config.ts';
import type { Bus } from '../store/bus.ts';
import type { BossDb, Database } from '../store/database.ts';
import { jobIdOf, runIdOf } from '../base/ids.ts';
import { queueSchema } from '../store/migrations.ts';
import { deleteUnusedQueues } from './unused-queues.ts';

/**
 * A run that a runner gets. `retryCount` is the fencing token of later calls about its job in the queue; undefined if it
 * started without waiting, so that the queue has no job of it.
 */
export type Taken = { run: string; queue: string; retryCount: number | undefined };

/** `retries`: how often it may be requeued after its runner died; default: as often as a new run. */
export type Joining = { run: string; priority: number; retries?: number };

export type Queue = {
	send: (queue: string, runs: readonly Joining[], boss: BossDb) => Promise<void>;
	fetch: (queue: string, most: number, boss: BossDb) => Promise<Taken[]>;
	/** Does nothing if the run never waited in a queue. */
	complete: (taken: Taken, boss: BossDb) => Promise<void>;
	/** Its runner died: requeues it, or sets it aside if that has happened too often. Throws if it never waited in a queue. */
	fail: (taken: Taken, boss: BossDb) => Promise<void>;
	remove: (queue: string, run: string, boss: BossDb) => Promise<void>;
	/** Filters these runs to the runs that wait in no queue. */
	missing: (runs: string[], boss: BossDb) => Promise<Set<string>>;
	/** Makes sure a queue exists before something is sent to it, or taken from it by this process. */
	ensure: (queue: string) => Promise<void>;
	stop: () => Promise<void>;
};

/** Advisory lock while the queue is opened; any otherwise unused number. */
const lockKey = 0x6379_7175;

/** Dead-letter queue of runs that killed their runners, for an operator to examine. */
const setAside = 'set-aside';

/** Opens the queue. When another site process sends a run, the bus delivers `queue` here. */
export async function openQueue(database: Database, bus: Bus, log: Logger): Promise<Queue> {
	const boss = new PgBoss({
		db: {
			executeSql: database.boss.executeSql,
			listen: (channel, onMessage, missed) =>
				database.session.listen(
					channel,
					(queue) => {
						// The dispatch of this process knows of the runs that it sends.
						if (bus.hasOthers) bus.publish({ kind: 'queue', queue }, 'here');
						onMessage(queue);
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
	// pg-boss does not expect another process to create its tables at the same time.
	await database.transaction(async (sql) => {
		await sql.query('select pg_advisory_xact_lock($1)', [lockKey]);
		await boss.start();
		await deleteUnusedQueues(sql, database.session.instance, setAside);
		await boss.createQueue(setAside);
	});
	const known = new Map<string, Promise<void>>();

	const create = async (queue: string) => {
		await boss.createQueue(queue, {
			retryLimit: fixed.kills - 1,
			retryDelay: 0,
			// the dispatch requeues a run earlier; this limit is for a site process that crashed
			expireInSeconds: 2 * fixed.runSeconds,
			// a waiting run must not be deleted while its user may still look for it
			retentionSeconds: 30 * 86_400,
			deleteAfterSeconds: 86_400,
			deadLetter: setAside,
			notify: true
		});
		// pg-boss reads a queue's settings at its first use, on a separate connection. If transactions hold all connections
		// of the pool, that is a deadlock. So the queue is used here first, by a search for a job that does not exist.
		await boss.findJobs(queue, { id: '00000000-0000-0000-0000-000000000000' });
	};

	return {
		ensure: (queue) => {
			const creating = known.get(queue) ?? create(queue);
			known.set(queue, creating);
			creating.catch(() => known.delete(queue));
			return creating;
		},
		send: async (queue, runs, db) => {
			const jobs = runs.map(({ run, priority, retries: retryLimit = fixed.kills - 1 }) => {
				return { id: jobIdOf(run), priority, retryLimit };
			});
			await boss.insert(queue, jobs, { db });
		},
		fetch: async (queue, most, db) => {
			const jobs = await boss.fetch(queue, { batchSize: most, includeMetadata: true, db });
			// pg-boss returns a batch in any order; the first in the queue must be assigned first.
			const inOrder = jobs.toSorted(
				(a, b) => b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime()
			);
			return inOrder.map((job) => ({ run: runIdOf(job.id), queue, retryCount: job.retryCount }));
		},
		complete: async ({ run, queue, retryCount }, db) => {
			if (retryCount === undefined) return;
			await boss.complete(queue, { id: jobIdOf(run), retryCount }, null, { db });
		},
		fail: async ({ run, queue, retryCount }, db) => {
			if (retryCount === undefined) throw new Error(`run ${run} never waited in a queue`);
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
