/** Shell: runs in PostgreSQL. SQL statements about runs are in this file; those about events are in `event-store.ts`. */
import { z } from 'zod';
import { Job } from '@cyclelab/runner/schema/job';
import type { Sql } from '../store/database.ts';
import { RunState, RunRequest } from '../../shared/schema.ts';

export type NewRun = {
	id: string;
	request: RunRequest;
	job: Job;
	queue: string;
	owner: Buffer;
	/** Runs with an equal value share one run while that is unfinished. */
	joint?: Buffer;
	/** Hash of the key with which its owner may leave it. */
	key: Buffer;
};

const RunRow = z.object({
	id: z.string(),
	state: RunState,
	exercise: z.string(),
	queue: z.string(),
	request: RunRequest,
	owner: z.instanceof(Buffer),
	holder: z.int().nullable(),
	created_at: z.date(),
	finished_at: z.date().nullable()
});
export type RunRow = z.infer<typeof RunRow>;

// Made once: a schema compiles itself at its first use.
const IdRow = z.object({ id: z.string() });
const NameRow = z.object({ name: z.string() });
const PriorityRow = z.object({ priority: z.int() });
const WaitingRow = z.object({ queue: z.string(), runs: z.int() });
const PlaceRow = z.object({ id: z.string(), queue: z.string(), place: z.int() });

const columns = 'id, state, exercise, queue, request, owner, holder, created_at, finished_at';

/**
 * Inserts a run in its queue and returns its priority there. Undefined if its owner has reached the limit of unfinished
 * runs, if a joint run is unfinished, or if a run with this id exists. With `holder`, it starts on a runner of that process
 * at once: one statement, which does not wait for the disk; undefined also if runs wait in its queue.
 *
 * Runs are in rounds, later rounds at a lower priority. A run is in the round after its owner's last unfinished run, or in
 * the current round if that is later. So a person's second run waits behind everyone's first, and a person with many runs
 * does not delay the others (start-time fair queueing: P. Goyal, H. Vin, H. Cheng, 1996).
 */
export async function insertRun(
	sql: Sql,
	run: NewRun,
	mostOpen: number,
	holder?: number
): Promise<number | undefined> {
	const [row] = await sql.query(
		`with added as (insert into cyclelab.runs (id, exercise, request, job, queue, owner, joint, state, holder, priority)
		select $1, $2, $3, $4, $5, $6, $8, case when $10::int is null then 'queued' else 'running' end, $10, -greatest(0,
			(select 1 - min(priority) from cyclelab.runs
				where owner = $6 and queue = $5 and state in ('queued', 'running')),
			coalesce(
				(select -min(priority) from cyclelab.runs where queue = $5 and state = 'running'),
				(select -max(priority) from cyclelab.runs where queue = $5 and state = 'queued')))
		where (select count(*) from cyclelab.runs
			where owner = $6 and state in ('queued', 'running')) < $7
		and ($10::int is null or not exists (select from cyclelab.runs where queue = $5 and state = 'queued')
			and set_config('synchronous_commit', 'off', true) = 'off')
		on conflict do nothing
		returning id, priority),
		waiting as (insert into cyclelab.run_waiters (run, key) select id, $9::bytea from added)
		select priority from added`,
		[
			run.id,
			run.job.exercise,
			JSON.stringify(run.request),
			JSON.stringify(run.job),
			run.queue,
			run.owner,
			mostOpen,
			run.joint ?? null,
			run.key,
			holder ?? null
		]
	);
	return row && PriorityRow.parse(row).priority;
}

/** Adds a caller to the unfinished run that is joint with theirs; undefined if there is none. `key`: as in `NewRun`. */
export async function joinJoint(sql: Sql, joint: Buffer, key: Buffer): Promise<string | undefined> {
	const [row] = await sql.query(
		`with found as (update cyclelab.runs set joined = joined + 1
			where joint = $1 and state in ('queued', 'running') returning id)
		insert into cyclelab.run_waiters (run, key) select id, $2::bytea from found returning run as id`,
		[joint, key]
	);
	return row && IdRow.parse(row).id;
}

export async function findRun(sql: Sql, id: string): Promise<RunRow | undefined> {
	const [row] = await sql.query(`select ${columns} from cyclelab.runs where id = $1`, [id]);
	return row && RunRow.parse(row);
}

const StartedRow = z.object({ id: z.string(), job: z.unknown(), seq: z.int(), kills: z.int() });
/** A run that starts on a runner: its job, its number of events, and how many runners died during it. */
export type StartedRun = z.infer<typeof StartedRow> & { job: Job };

/**
 * Marks runs as being on a runner of this process. Runs that were cancelled meanwhile are not returned. `foreign`: runs
 * whose job has the schema of another version.
 */
export async function startRuns(
	sql: Sql,
	ids: string[],
	holder: number
): Promise<{ runs: StartedRun[]; foreign: string[] }> {
	if (ids.length === 0) return { runs: [], foreign: [] };
	const rows = await sql.query(
		`update cyclelab.runs r set state = 'running', holder = $2
		where id = any($1) and state = 'queued'
		returning id, job, kills,
			(select coalesce(max(seq), 0) from cyclelab.run_events where run = r.id) as seq`,
		[ids, holder]
	);
	const read = rows.map((row) => StartedRow.parse(row));
	const runs = read.flatMap((row) => {
		const { data: job } = Job.safeParse(row.job);
		return job ? [{ ...row, job }] : [];
	});
	const readable = new Set(runs.map(({ id }) => id));
	return { runs, foreign: read.flatMap(({ id }) => (readable.has(id) ? [] : [id])) };
}

/** Ends these runs, where `holder` holds them, and returns the ids of those. */
export async function endRuns(
	sql: Sql,
	ends: readonly { id: string; state: RunState }[],
	holder: number
): Promise<Set<string>> {
	const rows = await sql.query(
		`update cyclelab.runs r set state = e.state, holder = null, finished_at = now()
		from unnest($1::text[], $2::text[]) as e (id, state)
		where r.id = e.id and r.holder = $3 and r.state = 'running' returning r.id`,
		[ends.map(({ id }) => id), ends.map(({ state }) => state), holder]
	);
	return new Set(rows.map((row) => IdRow.parse(row).id));
}

/** Ends a run no runner has, with its last event. False if it is not waiting. */
export async function endWaitingRun(sql: Sql, id: string, state: RunState, text: string) {
	const rows = await sql.query(
		`with ended as (
			update cyclelab.runs set state = $2, holder = null, finished_at = now()
			where id = $1 and state = 'queued' returning id)
		insert into cyclelab.run_events (run, seq, event)
		select id, 1 + (select coalesce(max(seq), 0) from cyclelab.run_events where run = id), $3::json
		from ended returning seq`,
		[id, state, text]
	);
	return rows.length === 1;
}

/** Returns a run to the queue. Returns how many runners died during it so far; undefined if `holder` did not hold it. */
export async function putBack(sql: Sql, id: string, holder: number, killed: boolean) {
	const [row] = await sql.query(
		`update cyclelab.runs set state = 'queued', holder = null, kills = kills + $3
		where id = $1 and holder = $2 and state = 'running' returning kills`,
		[id, holder, killed ? 1 : 0]
	);
	return row && z.object({ kills: z.int() }).parse(row).kills;
}

/** Filters these runs to the runs that this process holds according to the store. */
export async function ownRuns(sql: Sql, ids: string[], holder: number): Promise<Set<string>> {
	const rows = await sql.query(
		`select id from cyclelab.runs where id = any($1) and holder = $2 and state = 'running'`,
		[ids, holder]
	);
	return new Set(rows.map((row) => IdRow.parse(row).id));
}

/** Number of waiting runs, by queue. */
export async function countWaiting(sql: Sql): Promise<Map<string, number>> {
	const rows = await sql.query(
		`select queue, count(*)::int as runs from cyclelab.runs where state = 'queued' group by queue`
	);
	return new Map(
		rows.map((row) => {
			const { queue, runs } = WaitingRow.parse(row);
			return [queue, runs];
		})
	);
}

/** Filters these queues to the queues with a waiting run. */
export async function queuesWaiting(sql: Sql, names: string[]): Promise<Set<string>> {
	if (names.length === 0) return new Set();
	const rows = await sql.query(
		`select q.name from unnest($1::text[]) as q (name)
		where exists (select from cyclelab.runs where queue = q.name and state = 'queued')`,
		[names]
	);
	return new Set(rows.map((row) => NameRow.parse(row).name));
}

/** Adds a caller to this run; false if it is over. */
export async function joinRun(sql: Sql, id: string, key: Buffer): Promise<boolean> {
	const rows = await sql.query(
		`with found as (update cyclelab.runs set joined = joined + 1
			where id = $1 and state in ('queued', 'running') returning id)
		insert into cyclelab.run_waiters (run, key) select id, $2::bytea from found returning run`,
		[id, key]
	);
	return rows.length === 1;
}

/** Removes a caller from a run, by key. Returns how many others still wait; undefined if the key is unknown. */
export async function leaveRun(sql: Sql, id: string, key: Buffer): Promise<number | undefined> {
	const [row] = await sql.query(
		`with gone as (update cyclelab.run_waiters set has_left = true
			where run = $1 and key = $2 returning run)
		select (select count(*)::int from cyclelab.run_waiters
			where run = $1 and key <> $2 and not has_left) as others from gone`,
		[id, key]
	);
	return row && z.object({ others: z.int() }).parse(row).others;
}

/** Puts a run ahead of all that have not been started yet. */
export async function raiseRun(sql: Sql, id: string, priority: number): Promise<void> {
	await sql.query('update cyclelab.runs set priority = $2 where id = $1', [id, priority]);
}

/** Positions of the waiting runs among these, 1 = next, with the queue's name. */
export async function readPlaces(sql: Sql, ids: string[]) {
	if (ids.length === 0) return new Map<string, { place: number; queue: string }>();
	const rows = await sql.query(
		`select r.id, r.queue, 1 + (select count(*)::int from cyclelab.runs o
			where o.state = 'queued' and o.queue = r.queue
			and (o.priority > r.priority or (o.priority = r.priority and o.queue_order < r.queue_order))) as place
		from cyclelab.runs r where r.id = any($1) and r.state = 'queued'`,
		[ids]
	);
	return new Map(
		rows.map((row) => {
			const { id, queue, place } = PlaceRow.parse(row);
			return [id, { queue, place }];
		})
	);
}
