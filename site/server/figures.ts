/**
 * Shell: the figures that tell an operator how the site does. What holds for all processes and over restarts is read from
 * the store; what only this process can know says so.
 */
import type { Load } from '@cyclelab/runner/schema/gateway';
import { z } from 'zod';
import type { Database } from './database.ts';
import type { RunnerSummary } from './schema.ts';

const Quantiles = z.object({ p50: z.number(), p95: z.number(), of: z.int() }).nullable();
/** Milliseconds, and how many runs they are of; null where there was none. */
export type Quantiles = z.infer<typeof Quantiles>;

const Counts = z.record(z.string(), z.int());

/** What happened in one stretch of time up to now. */
export const Stretch = z.object({
	accepted: z.int(),
	finished: z.int(),
	cancelled: z.int(),
	/** Our own failures, by code. */
	failed: Counts,
	/** Finished runs whose report has failures of learners' programs, by kind. */
	failures: Counts,
	queueMs: Quantiles,
	pickUpMs: Quantiles,
	inspectMs: Quantiles,
	measureMs: Quantiles,
	samples: z.object({ accepted: z.int(), rejected: z.int() })
});
export type Stretch = z.infer<typeof Stretch>;

/** One line of waiting runs. */
const Waiting = z.object({ queue: z.string(), runs: z.int(), oldestSeconds: z.number() });
export type Waiting = z.infer<typeof Waiting>;

/** `load` is absent until a runner has told it. */
export type RunnerNow = Pick<RunnerSummary, 'id' | 'state'> & { load?: Load | undefined };

export type Figures = {
	/** ISO 8601. */
	at: string;
	hour: Stretch;
	day: Stretch;
	waiting: Waiting[];
	running: number;
	runners: RunnerNow[];
	store: { bytes: number };
	/** Of this process. */
	process: { eventsBehind: number; upSeconds: number };
};

export type Here = {
	runners: () => RunnerNow[];
	eventsBehind: () => number;
};

export async function readFigures(database: Database, here: Here): Promise<Figures> {
	const [hour, day, waiting, running, bytes] = await Promise.all([
		readStretch(database, '1 hour'),
		readStretch(database, '1 day'),
		readWaiting(database),
		database.query(`select count(*)::int as runs from cyclelab.runs where state = 'running'`),
		storeBytes(database)
	]);
	return {
		at: new Date().toISOString(),
		hour,
		day,
		waiting,
		running: z.tuple([z.object({ runs: z.int() })]).parse(running)[0].runs,
		runners: here.runners().map(({ id, state, load }) => ({ id, state, load })),
		store: { bytes },
		process: { eventsBehind: here.eventsBehind(), upSeconds: process.uptime() }
	};
}

const counts = (label: string, from: string) =>
	`(select coalesce(jsonb_object_agg(label, runs), '{}') from
		(select ${label} as label, count(*) as runs from ${from} group by 1) as counted)`;

const quantiles = (column: string) =>
	`(select case when count(${column}) > 0 then jsonb_build_object('of', count(${column}),
		'p50', percentile_disc(0.5) within group (order by ${column}),
		'p95', percentile_disc(0.95) within group (order by ${column})) end from ended)`;

const lastEvent = `over join lateral (select event from cyclelab.run_events
	where run = over.id order by seq desc limit 1) as last on over.state = 'failed'`;

async function readStretch(database: Database, span: string): Promise<Stretch> {
	const rows = await database.query(
		`with ended as (select * from cyclelab.ended_runs where ended_at > now() - $1::interval),
		over as (select id, state from cyclelab.runs where finished_at > now() - $1::interval)
		select jsonb_build_object(
			'accepted', (select count(*) from cyclelab.runs where created_at > now() - $1::interval),
			'finished', (select count(*) from over where state = 'finished'),
			'cancelled', (select count(*) from over where state = 'cancelled'),
			'failed', ${counts("event ->> 'code'", lastEvent)},
			'failures', ${counts('kind', 'ended, unnest(failures) as kind')},
			'queueMs', ${quantiles('queue_ms')},
			'pickUpMs', ${quantiles('pick_up_ms')},
			'inspectMs', ${quantiles('inspect_ms')},
			'measureMs', ${quantiles('measure_ms')},
			'samples', (select jsonb_build_object('accepted', coalesce(sum(accepted), 0),
				'rejected', coalesce(sum(rejected), 0)) from ended)
		) as stretch`,
		[span]
	);
	return z.tuple([z.object({ stretch: Stretch })]).parse(rows)[0].stretch;
}

/** Runs that wait, by line. */
export async function readWaiting(database: Database): Promise<Waiting[]> {
	const rows = await database.query(
		`select queue, count(*)::int as runs,
			extract(epoch from now() - min(created_at))::float8 as "oldestSeconds"
		from cyclelab.runs where state = 'queued' group by queue order by queue`
	);
	return z.array(Waiting).parse(rows);
}

/** Size of the database on its disk. */
export async function storeBytes(database: Database): Promise<number> {
	const rows = await database.query('select pg_database_size(current_database())::float8 as bytes');
	return z.tuple([z.object({ bytes: z.number() })]).parse(rows)[0].bytes;
}
