/**
 * Shell: runs in PostgreSQL. A run's row is its place in its queue: state, priority, order, and the site process that holds it.
 * SQL statements about runs are in this file; those about events are in `event-store.ts`.
 */
import { z } from 'zod';
import type { Job } from '@cyclelab/contract/schema/job';
import type { Sql } from '../store/database.ts';
import { leaseClass } from '../store/session.ts';
import { RunState, RunRequest } from '../../shared/schema.ts';

/** A caller who waits for a run. */
export type Waiter = {
	/** Keyed hash of an address, or of a participant of a workshop. */
	owner: Buffer;
	/** Hash of the key with which the caller may leave the run. */
	key: Buffer;
};

export type NewRun = Waiter & {
	id: string;
	request: RunRequest;
	job: Job;
	queue: string;
	/** False for an inspection, which is kept for a shorter time. */
	needsCore: boolean;
	/** Runs with an equal value share one run while that is unfinished. */
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

// Made once: a schema compiles itself at its first use.
const HeldRow = z.object({ id: z.string(), queue: z.string() });
const WaitingRow = z.object({ queue: z.string(), runs: z.int() });
const PlaceRow = z.object({ id: z.string(), queue: z.string(), place: z.int() });

const columns = 'id, state, exercise, queue, request, owner, holder, created_at, finished_at';

const isOpen = `state in ('queued', 'running')`;

/**
 * The priority of an owner's next run in a queue, as SQL.
 *
 * Runs are in rounds, later rounds at a lower priority. A run is in the round after the last unfinished run that its owner waits
 * for, or in the current round if that is later. So a person's second run waits behind everyone's first, and a person with many
 * runs does not delay the others (start-time fair queueing: P. Goyal, H. Vin, H. Cheng, 1996).
 */
const nextPriority = (owner: string, queue: string) => `-greatest(0,
	(select 1 - min(priority) from cyclelab.runs where owner = ${owner} and queue = ${queue} and ${isOpen}),
	(select 1 - min(priority) from cyclelab.runs
		where joiners <> '{}' and ${owner} = any(joiners) and queue = ${queue} and ${isOpen}),
	coalesce(
		(select -min(priority) from cyclelab.runs where queue = ${queue} and state = 'running'),
		(select -max(priority) from cyclelab.runs where queue = ${queue} and state = 'queued')))`;

/** For a statement of its own: its commit does not wait for the disk (`Database.flush` does). */
const notDurable = `set_config('synchronous_commit', 'off', true) = 'off'`;

const newColumns = 'id, exercise, request, job, queue, owner, joint, needs_core';
const newValues = '$1, $2, $3, $4, $5, $6, $7, $8';
/** The caller who started the run. */
const insertWaiter = 'insert into cyclelab.run_waiters (run, key) select id, $9::bytea from added';
/** `$1` to `$9`. */
const valuesOf = (run: NewRun) => [
	run.id,
	run.job.exercise,
	JSON.stringify(run.request),
	JSON.stringify(run.job),
	run.queue,
	run.owner,
	run.joint ?? null,
	run.needsCore,
	run.key
];

/**
 * Inserts a run in its queue. False if its owner has reached the limit of unfinished runs, if a joint run is unfinished, or if a
 * run with this id exists. With `holder`, it starts on a runner of that process at once, and the statement does not wait for the
 * disk; false also if runs wait in its queue.
 */
export async function insertRun(
	sql: Sql,
	run: NewRun,
	mostOpen: number,
	holder?: number
): Promise<boolean> {
	const rows = await sql.query(
		`with added as (insert into cyclelab.runs (${newColumns}, state, holder, priority)
		select ${newValues}, case when $10::int is null then 'queued' else 'running' end, $10,
			${nextPriority('$6', '$5')}
		where (select count(*) from cyclelab.runs where owner = $6 and ${isOpen}) < $11
		and ($10::int is null or not exists (select from cyclelab.runs where queue = $5 and state = 'queued') and ${notDurable})
		on conflict do nothing
		returning id)
		${insertWaiter} returning run`,
		[...valuesOf(run), holder ?? null, mostOpen]
	);
	return rows.length === 1;
}

/** Inserts a run that was not stored so far and that this process has, as one that it holds. */
export async function insertHeld(sql: Sql, run: NewRun, holder: number): Promise<void> {
	await sql.query(
		`with added as (insert into cyclelab.runs (${newColumns}, state, holder)
		select ${newValues}, 'running', $10 on conflict do nothing returning id)
		${insertWaiter}`,
		[...valuesOf(run), holder]
	);
}

/** Deletes a run that is over, with its events. */
export async function deleteEnded(sql: Sql, id: string): Promise<void> {
	await sql.query(
		`with ended as (select id from cyclelab.runs where id = $1 and not (${isOpen})),
		events as (delete from cyclelab.run_events where run in (select id from ended))
		delete from cyclelab.runs where id in (select id from ended)`,
		[id]
	);
}

const OpenRow = z.object({ open: z.int() });
/** Number of an owner's unfinished runs. */
export async function countOpen(sql: Sql, owner: Buffer): Promise<number> {
	const [row] = await sql.query(
		`select count(*)::int as open from cyclelab.runs where owner = $1 and ${isOpen}`,
		[owner]
	);
	return OpenRow.parse(row).open;
}

const JoinedRow = z.object({ id: z.string(), queue: z.string(), state: RunState });
/** The run that a caller joined; with state `queued` its place may have changed. */
export type JoinedRun = z.infer<typeof JoinedRow>;

/**
 * Adds a caller to an unfinished run; undefined if there is none. A waiting run is raised to the place that the caller's own
 * run would have, so nobody waits in another's place.
 */
async function join(
	sql: Sql,
	where: 'id' | 'joint',
	value: string | Buffer,
	{ owner, key }: Waiter
): Promise<JoinedRun | undefined> {
	const [row] = await sql.query(
		`with found as (update cyclelab.runs r set
			joiners = case when $2 = any(joiners) then joiners else array_append(joiners, $2) end,
			priority = case when state = 'queued' then greatest(priority, ${nextPriority('$2', 'r.queue')}) else priority end
			where ${where} = $1 and ${isOpen} returning id, queue, state),
		waiter as (insert into cyclelab.run_waiters (run, key) select id, $3::bytea from found)
		select id, queue, state from found`,
		[value, owner, key]
	);
	return row && JoinedRow.parse(row);
}

export const joinRun = (sql: Sql, id: string, waiter: Waiter) => join(sql, 'id', id, waiter);

/** @param joint as in `NewRun` */
export const joinJoint = (sql: Sql, joint: Buffer, waiter: Waiter) =>
	join(sql, 'joint', joint, waiter);

export async function findRun(sql: Sql, id: string): Promise<RunRow | undefined> {
	const [row] = await sql.query(`select ${columns} from cyclelab.runs where id = $1`, [id]);
	return row && RunRow.parse(row);
}

const ClaimedRow = z.object({ id: z.string(), job: z.unknown(), seq: z.int(), kills: z.int() });
/** A run that was claimed: its job as stored, its number of events, and how many runners died during it. */
export type ClaimedRun = z.infer<typeof ClaimedRow>;

/**
 * Claims at most `most` waiting runs of a queue, in order: `holder` holds them from then on. Runs that another process is
 * claiming are skipped. Does not wait for the disk: no client has been promised anything yet.
 */
export async function claimRuns(
	sql: Sql,
	queue: string,
	most: number,
	holder: number
): Promise<ClaimedRun[]> {
	const rows = await sql.query(
		`with next as (select id from cyclelab.runs where queue = $1 and state = 'queued'
			order by priority desc, queue_order limit $2 for update skip locked),
		claimed as (update cyclelab.runs r set state = 'running', holder = $3 from next
			where r.id = next.id and ${notDurable} returning r.id, r.job, r.kills, r.priority, r.queue_order)
		select id, job, kills, (select coalesce(max(seq), 0) from cyclelab.run_events where run = claimed.id) as seq
		from claimed order by priority desc, queue_order`,
		[queue, most, holder]
	);
	return z.array(ClaimedRow).parse(rows);
}

/** Ends a run that waits, or with `holder` a run that this process holds, with its last event. False if there is none. */
export async function endRun(
	sql: Sql,
	id: string,
	{ state, text }: { state: RunState; text: string },
	holder?: number
): Promise<boolean> {
	const rows = await sql.query(
		`with ended as (
			update cyclelab.runs set state = $2, holder = null, finished_at = now()
			where id = $1 and state = case when $4::int is null then 'queued' else 'running' end
				and holder is not distinct from $4 returning id)
		insert into cyclelab.run_events (run, seq, event)
		select id, 1 + (select coalesce(max(seq), 0) from cyclelab.run_events where run = id), $3::json
		from ended returning seq`,
		[id, state, text, holder ?? null]
	);
	return rows.length === 1;
}

/**
 * Returns a run to its queue, ahead of all that were not started yet. Returns how many runners died during it so far; undefined
 * if `holder` did not hold it.
 */
export async function requeueRun(
	sql: Sql,
	id: string,
	holder: number,
	killed: boolean
): Promise<number | undefined> {
	const [row] = await sql.query(
		`update cyclelab.runs set state = 'queued', holder = null, priority = 1, kills = kills + $3
		where id = $1 and holder = $2 and state = 'running' returning kills`,
		[id, holder, killed ? 1 : 0]
	);
	return row && z.object({ kills: z.int() }).parse(row).kills;
}

const AbandonedRow = z.object({ id: z.string(), queue: z.string(), holder: z.int() });

/** Runs whose site process is gone: its lease is free. `self` does not count as gone, even while it reconnects. */
export async function abandonedRuns(sql: Sql, self: number) {
	const rows = await sql.query(
		`select id, queue, holder from cyclelab.runs where state = 'running'
		and holder <> $2 and not exists (
			select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
			and classid::bigint = $1 and objid::bigint = holder
			and database = (select oid from pg_database where datname = current_database()))`,
		[leaseClass, self]
	);
	return z.array(AbandonedRow).parse(rows);
}

/** Runs that this process holds according to the store, with their queues. */
export async function heldRuns(sql: Sql, holder: number): Promise<Map<string, string>> {
	const rows = await sql.query(
		`select id, queue from cyclelab.runs where holder = $1 and state = 'running'`,
		[holder]
	);
	return new Map(
		rows.map((row) => {
			const { id, queue } = HeldRow.parse(row);
			return [id, queue];
		})
	);
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

/** Queues in which runs wait. */
export const waitingQueues = async (sql: Sql): Promise<string[]> => [
	...(await countWaiting(sql)).keys()
];

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
