/**
 * Shell: the operator's figures. Figures of all processes, which survive restarts, come from the store; figures of this
 * process alone are marked as such.
 */
import { defined } from '@cyclelab/contract/defined';
import { z } from 'zod';
import { Stretch, Waiting, type Figures, type RunnerNow } from '../../shared/figures.ts';
import { oldestRun } from '../runs/retention.ts';
import type { Database } from '../store/database.ts';

export type Here = {
	runners: () => RunnerNow[];
	eventsBehind: () => number;
	/** Days after its end at which a run is deleted. */
	runDays: number;
};

export async function readFigures(database: Database, here: Here): Promise<Figures> {
	const [hour, day, waiting, running, bytes, oldest] = await Promise.all([
		readStretch(database, '1 hour'),
		readStretch(database, '1 day'),
		readWaiting(database),
		database.query(`select count(*)::int as runs from cyclelab.runs where state = 'running'`),
		storeBytes(database),
		oldestRun(database)
	]);
	return {
		at: new Date().toISOString(),
		hour,
		day,
		waiting,
		running: z.tuple([z.object({ runs: z.int() })]).parse(running)[0].runs,
		runners: here.runners().map(({ id, state, load }) => ({ id, state, load })),
		store: { bytes },
		runs: { keptDays: here.runDays, ...defined({ oldest }) },
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

/** Number of queued runs, by queue. */
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
