/** Shell: runs in PostgreSQL. Every statement about them stands here, those about their events in `event-store.ts`. */
import { z } from 'zod';
import { Job } from '@cyclelab/runner/schema/job';
import type { Database, Sql } from './database.ts';
import { RunRequest, RunState } from './schema.ts';
import { leaseClass } from './session.ts';

export type NewRun = {
	id: string;
	request: RunRequest;
	job: Job;
	queue: string;
	owner: Buffer;
	/** Equal for runs that are one as long as it is open. */
	joint?: Buffer;
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

const columns = 'id, state, exercise, queue, request, owner, holder, created_at, finished_at';

/**
 * Puts a run in its line and returns its priority there. Undefined if its owner has as many unfinished runs as they may,
 * or a joint one is open, or one with this id is there.
 *
 * Runs go in rounds, a later one at a lower priority: each is in the round after its owner's last that is open, or in
 * the one that is being served if that is later. So a person's second run waits behind everyone's first, and nobody who
 * keeps coming holds up those who wait (start-time fair queueing: P. Goyal, H. Vin, H. Cheng, 1996).
 */
export async function insertRun(
	sql: Sql,
	run: NewRun,
	mostOpen: number
): Promise<number | undefined> {
	const rows = await sql.query(
		`insert into cyclelab.runs (id, exercise, request, job, queue, owner, joint, priority)
		select $1, $2, $3, $4, $5, $6, $8, -greatest(0,
			(select 1 - min(priority) from cyclelab.runs
				where owner = $6 and queue = $5 and state in ('queued', 'running')),
			coalesce(
				(select -min(priority) from cyclelab.runs where queue = $5 and state = 'running'),
				(select -max(priority) from cyclelab.runs where queue = $5 and state = 'queued')))
		where (select count(*) from cyclelab.runs
			where owner = $6 and state in ('queued', 'running')) < $7
		on conflict do nothing
		returning priority`,
		[
			run.id,
			run.job.exercise,
			JSON.stringify(run.request),
			JSON.stringify(run.job),
			run.queue,
			run.owner,
			mostOpen,
			run.joint ?? null
		]
	);
	const [row] = rows;
	return row && z.object({ priority: z.int() }).parse(row).priority;
}

/** One more waits for the open run that is joint with theirs; undefined if there is none. */
export async function joinJoint(sql: Sql, joint: Buffer): Promise<string | undefined> {
	const [row] = await sql.query(
		`update cyclelab.runs set joined = joined + 1
		where joint = $1 and state in ('queued', 'running') returning id`,
		[joint]
	);
	return row && z.object({ id: z.string() }).parse(row).id;
}

export async function findRun(sql: Sql, id: string): Promise<RunRow | undefined> {
	const [row] = await sql.query(`select ${columns} from cyclelab.runs where id = $1`, [id]);
	return row && RunRow.parse(row);
}

const StartedRow = z.object({ id: z.string(), job: z.unknown(), seq: z.int(), kills: z.int() });
/** A run that starts on a runner: what to do, how many events it has had, how many runners died over it. */
export type StartedRun = z.infer<typeof StartedRow> & { job: Job };

/**
 * Marks runs as being on a runner of this process. Those that were cancelled meanwhile are not in the answer. `foreign`: what
 * is to be done for them is told in another version's terms.
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
	const read = z.array(StartedRow).parse(rows);
	const runs = read.flatMap((row) => {
		const { data: job } = Job.safeParse(row.job);
		return job ? [{ ...row, job }] : [];
	});
	const readable = new Set(runs.map(({ id }) => id));
	return { runs, foreign: read.flatMap(({ id }) => (readable.has(id) ? [] : [id])) };
}

export async function endRun(sql: Sql, id: string, state: RunState, holder: number) {
	const rows = await sql.query(
		`update cyclelab.runs set state = $2, holder = null, finished_at = now()
		where id = $1 and holder = $3 and state = 'running' returning id`,
		[id, state, holder]
	);
	return rows.length === 1;
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

/** Puts a run back in the line. Returns how many runners died over it so far; undefined if it was not theirs. */
export async function putBack(sql: Sql, id: string, holder: number, killed: boolean) {
	const [row] = await sql.query(
		`update cyclelab.runs set state = 'queued', holder = null, kills = kills + $3
		where id = $1 and holder = $2 and state = 'running' returning kills`,
		[id, holder, killed ? 1 : 0]
	);
	return row && z.object({ kills: z.int() }).parse(row).kills;
}

/** Of these runs those that this process speaks for, as the store knows it. */
export async function ownRuns(sql: Sql, ids: string[], holder: number): Promise<Set<string>> {
	const rows = await sql.query(
		`select id from cyclelab.runs where id = any($1) and holder = $2 and state = 'running'`,
		[ids, holder]
	);
	return new Set(
		z
			.array(z.object({ id: z.string() }))
			.parse(rows)
			.map(({ id }) => id)
	);
}

/** How many runs wait in each line. */
export async function countWaiting(sql: Sql): Promise<Map<string, number>> {
	const rows = await sql.query(
		`select queue, count(*)::int as runs from cyclelab.runs where state = 'queued' group by queue`
	);
	const Row = z.object({ queue: z.string(), runs: z.int() });
	return new Map(
		z
			.array(Row)
			.parse(rows)
			.map(({ queue, runs }) => [queue, runs])
	);
}

/** Those of these lines in which anybody waits. */
export async function linesWaiting(sql: Sql, names: string[]): Promise<Set<string>> {
	if (names.length === 0) return new Set();
	const rows = await sql.query(
		`select line.name from unnest($1::text[]) as line (name)
		where exists (select from cyclelab.runs where queue = line.name and state = 'queued')`,
		[names]
	);
	return new Set(
		z
			.array(z.object({ name: z.string() }))
			.parse(rows)
			.map(({ name }) => name)
	);
}

/** One more waits for this run; false if it is over. */
export async function joinRun(sql: Sql, id: string): Promise<boolean> {
	const rows = await sql.query(
		`update cyclelab.runs set joined = joined + 1
		where id = $1 and state in ('queued', 'running') returning id`,
		[id]
	);
	return rows.length === 1;
}

/** One of several does not wait for this run any more; false if nobody else does, or it is over. */
export async function leaveRun(sql: Sql, id: string): Promise<boolean> {
	const rows = await sql.query(
		`update cyclelab.runs set joined = joined - 1
		where id = $1 and joined > 0 and state in ('queued', 'running') returning id`,
		[id]
	);
	return rows.length === 1;
}

/** Puts a run ahead of all that have not been started yet. */
export async function raiseRun(sql: Sql, id: string, priority: number): Promise<void> {
	await sql.query('update cyclelab.runs set priority = $2 where id = $1', [id, priority]);
}

/** Places of the waiting ones among these runs, 1 = next, with the name of the line. */
export async function readPlaces(sql: Sql, ids: string[]) {
	if (ids.length === 0) return new Map<string, { place: number; queue: string }>();
	const rows = await sql.query(
		`select r.id, r.queue, 1 + (select count(*)::int from cyclelab.runs o
			where o.state = 'queued' and o.queue = r.queue
			and (o.priority > r.priority or (o.priority = r.priority and o.line < r.line))) as place
		from cyclelab.runs r where r.id = any($1) and r.state = 'queued'`,
		[ids]
	);
	const Place = z.object({ id: z.string(), queue: z.string(), place: z.int() });
	return new Map(
		z
			.array(Place)
			.parse(rows)
			.map(({ id, queue, place }) => [id, { queue, place }])
	);
}

/** Runs whose site process is gone: nobody holds its lease. This process itself is not, even between two connections. */
export async function findAbandoned(database: Database) {
	const rows = await database.query(
		`select id, queue, holder from cyclelab.runs where state = 'running'
		and holder <> $2 and not exists (
			select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
			and classid::bigint = $1 and objid::bigint = holder
			and database = (select oid from pg_database where datname = current_database()))`,
		[leaseClass, database.session.instance]
	);
	return z.array(z.object({ id: z.string(), queue: z.string(), holder: z.int() })).parse(rows);
}
