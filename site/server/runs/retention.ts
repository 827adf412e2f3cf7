/** Shell: deletes runs that ended longer ago than the operator keeps them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { fixed } from '../base/config.ts';
import type { Database } from '../store/database.ts';

type Retention = {
	/** Deletes what is too old, in small transactions; resolves with the number of runs that it deleted itself. */
	sweep: () => Promise<number>;
	close: () => Promise<void>;
};

/** Days after its end at which a run is deleted that used a measuring core, and one that did not. */
export type KeptDays = { measured: number; inspected: number };

/**
 * @param days a run is deleted this long after its end, with its events and sources. Snapshots are copies, which stay. A
 * run of a workshop stays until the workshop is deleted.
 */
export function openRetention(
	database: Database,
	days: KeptDays,
	log: Logger,
	{ atOnce, pauseMs, everyMs }: Record<keyof typeof fixed.retention, number> = fixed.retention
): Retention {
	const closing = new AbortController();

	async function once(): Promise<number> {
		let all = 0;
		while (!closing.signal.aborted) {
			const deleted = await deleteOld(database, days, atOnce);
			all += deleted;
			if (deleted < atOnce) break;
			// learners' statements go between two transactions
			await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
		}
		if (all > 0) log.info({ runs: all, days }, 'old runs were deleted');
		return all;
	}

	let going: Promise<unknown> = Promise.resolve();
	/** After the one before: two at once would each end while the other still has locked what it left. */
	const sweep = () => {
		const next = going.then(once);
		going = next.catch(() => undefined);
		return next;
	};
	const look = () =>
		void sweep().catch((error: unknown) =>
			log.warn({ err: error }, 'old runs were not deleted; trying again later')
		);
	const timer = setInterval(look, everyMs);
	timer.unref();
	look();
	return {
		sweep,
		close: async () => {
			clearInterval(timer);
			closing.abort();
			await going;
		}
	};
}

const Deleted = z.tuple([z.object({ runs: z.int() })]);

/** Several site processes may do this at once: each takes other runs. */
async function deleteOld(database: Database, days: KeptDays, atOnce: number): Promise<number> {
	return database.transaction(async (sql) => {
		const rows = await sql.query(
			`select id from cyclelab.runs r
			where finished_at < now() - make_interval(days => case when needs_core then $1::int else $2::int end)
				and state in ('finished', 'failed', 'cancelled')
				and not exists (select from cyclelab.workshop_runs w where w.run = r.id)
			limit $3 for update skip locked`,
			[days.measured, days.inspected, atOnce]
		);
		const ids = z
			.array(z.object({ id: z.string() }))
			.parse(rows)
			.map(({ id }) => id);
		if (ids.length === 0) return 0;
		await sql.query('delete from cyclelab.run_events where run = any($1)', [ids]);
		const deleted = await sql.query(
			`with gone as (delete from cyclelab.runs where id = any($1) returning id)
			select count(*)::int as runs from gone`,
			[ids]
		);
		return Deleted.parse(deleted)[0].runs;
	});
}

/** When the oldest run was requested that the store has, ISO 8601; undefined without runs. */
export async function oldestRun(database: Database): Promise<string | undefined> {
	const [row] = await database.query('select min(created_at) as at from cyclelab.runs');
	return z.object({ at: z.date().nullable() }).parse(row).at?.toISOString();
}
