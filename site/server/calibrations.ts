/** Shell: what runners found about their own clocks over the last months, in PostgreSQL, for all site processes. */
import { Calibration, calibrationsAtOnce } from '@cyclelab/runner/schema/gateway';
import type { Logger } from 'pino';
import { z } from 'zod';
import { createAllowance, type Allowance } from './allowance.ts';
import type { Connected } from './connected.ts';
import type { Database } from './database.ts';

export type Calibrations = {
	/** Keeps what a connected runner says of itself, within its bounds. Resolves when it is kept. */
	take: (runner: Connected, calibrations: Calibration[]) => Promise<void>;
	/** Of one runner, connected or not, the oldest first. */
	read: (runner: string) => Promise<Calibration[]>;
};

/** What is kept. A runner with nothing to do finds one every two minutes. */
export const kept = {
	/** For each runner, the newest. */
	most: 500,
	days: 90,
	/** Older ones than this are thinned to the first of every hour. */
	allHours: 6
} as const;

/** A runner finds one every quarter of a minute at most. */
const pace = { most: 2 * calibrationsAtOnce, everyMs: 5000 };

export function openCalibrations(database: Database, log: Logger): Calibrations {
	const allowances = new WeakMap<Connected, Allowance>();
	const allowed = (runner: Connected, asked: number) => {
		const allowance = allowances.get(runner) ?? createAllowance(pace);
		allowances.set(runner, allowance);
		return allowance(asked);
	};

	return {
		take: async (runner, calibrations) => {
			const { id } = runner.description;
			const heard = allowed(runner, calibrations.length);
			const fresh = calibrations.slice(calibrations.length - heard);
			if (fresh.length < calibrations.length)
				log.warn({ runner: id }, 'a runner says too much of its calibrations');
			if (fresh.length === 0) return;
			// two statements: the second one sees what the first one wrote
			await database.transaction(
				async (sql) => {
					// two messages of a runner at once would each count without what the other wrote
					await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [id]);
					await sql.query(
						`insert into cyclelab.calibrations (runner, at, calibration)
						select $1, least(c.at, now()), c.calibration::json
						from unnest($2::timestamptz[], $3::text[]) as c (at, calibration)
						on conflict do nothing`,
						[id, fresh.map(({ at }) => at), fresh.map((one) => JSON.stringify(one))]
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
			const known = runner.calibratedAt === undefined ? [] : [runner.calibratedAt];
			runner.calibratedAt = [...known, ...fresh.map(({ at }) => at)].sort().at(-1);
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
