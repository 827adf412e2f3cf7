/** Shell: the history of runners' calibrations in PostgreSQL, for all site processes. */
import { Calibration, calibrationsAtOnce } from '@cyclelab/contract/schema/gateway';
import type { Logger } from 'pino';
import { z } from 'zod';
import { createTokenBucket, type TokenBucket } from '../limits/token-bucket.ts';
import type { Connected } from '../runs/connected.ts';
import type { Database } from '../store/database.ts';

export type Calibrations = {
	/** Stores calibrations that a connected runner sent, within its rate limit. Resolves when they are stored. */
	take: (runner: Connected, calibrations: Calibration[]) => Promise<void>;
	/** The calibrations of a runner, connected or not, the oldest first. */
	read: (runner: string) => Promise<Calibration[]>;
};

/** Limits of the history. An idle runner calibrates every two minutes. */
export const kept = {
	/** Largest number of calibrations of a runner; the newest are kept. */
	most: 500,
	days: 90,
	/** Calibrations older than this are thinned to the first of every hour. */
	allHours: 6
} as const;

/** A runner calibrates every 15 s at most. */
const pace = { most: 2 * calibrationsAtOnce, everyMs: 5000 };

export function openCalibrations(database: Database, log: Logger): Calibrations {
	const buckets = new WeakMap<Connected, TokenBucket>();
	const allowed = (runner: Connected, asked: number) => {
		const bucket = buckets.get(runner) ?? createTokenBucket(pace);
		buckets.set(runner, bucket);
		return bucket(asked);
	};

	return {
		take: async (runner, calibrations) => {
			const { id } = runner.description;
			const accepted = allowed(runner, calibrations.length);
			const fresh = calibrations.slice(calibrations.length - accepted);
			if (fresh.length < calibrations.length)
				log.warn({ runner: id }, 'a runner sends too many calibrations');
			if (fresh.length === 0) return;
			// two statements, because the second must see the rows of the first
			await database.transaction(
				async (sql) => {
					// two concurrent messages of a runner would each count without the rows of the other
					await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [id]);
					await sql.query(
						`insert into cyclelab.calibrations (runner, at, calibration)
						select $1, least(c.at, now()), c.calibration::json
						from unnest($2::timestamptz[], $3::text[]) as c (at, calibration)
						on conflict do nothing`,
						[id, fresh.map(({ at }) => at), fresh.map((calibration) => JSON.stringify(calibration))]
					);
					await sql.query(
						`delete from cyclelab.calibrations c where at < now() - make_interval(days => $2)
						or (runner = $1 and (
							at < (select at from cyclelab.calibrations
								where runner = $1 order by at desc offset $3 limit 1)
							or (at < now() - make_interval(hours => $4) and exists (
								select from cyclelab.calibrations e where e.runner = $1 and e.at < c.at
								and date_trunc('hour', e.at, 'UTC') = date_trunc('hour', c.at, 'UTC')))))`,
						[id, kept.days, kept.most - 1, kept.allHours]
					);
				},
				{ durable: false }
			);
			const before = runner.calibratedAt === undefined ? [] : [runner.calibratedAt];
			runner.calibratedAt = [...before, ...fresh.map(({ at }) => at)].sort().at(-1);
		},
		read: async (runner) => {
			const rows = await database.query(
				'select calibration from cyclelab.calibrations where runner = $1 order by at',
				[runner]
			);
			return z
				.array(z.object({ calibration: Calibration }))
				.parse(rows)
				.map(({ calibration }) => calibration);
		}
	};
}
