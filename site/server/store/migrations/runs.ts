/** Migrations of runs and their queue, snapshots, runners and their tokens. A released one is never edited. */

/** The tables of the first version. */
export const firstTables = `
	create table cyclelab.runs (
		id text primary key,
		-- place in the line: lower is earlier among runs of equal priority
		line bigint generated always as identity,
		exercise text not null,
		-- json, not jsonb: kept verbatim, and a learner's output may hold the character U+0000
		request json not null,
		job json not null,
		queue text not null,
		priority int not null default 0,
		state text not null default 'queued'
			check (state in ('queued', 'running', 'finished', 'failed', 'cancelled')),
		-- keyed hash of the address it came from, for limits
		owner bytea not null,
		-- the site process whose gateway has it, while running
		holder int,
		-- runners that died over it
		kills int not null default 0,
		created_at timestamptz not null default now(),
		finished_at timestamptz
	);
	create index runs_open on cyclelab.runs (queue, priority desc, line) where state = 'queued';
	create index runs_running on cyclelab.runs (holder) where state = 'running';
	create index runs_owner on cyclelab.runs (owner) where state in ('queued', 'running');

	create table cyclelab.run_events (
		run text not null references cyclelab.runs,
		seq int not null,
		event json not null,
		primary key (run, seq)
	);

	create table cyclelab.snapshots (
		id text primary key,
		run text not null unique references cyclelab.runs,
		created_at timestamptz not null default now(),
		request json not null,
		facts json not null,
		report json not null
	);

	create table cyclelab.runners (
		id text primary key,
		-- the site process it is connected to
		holder int not null,
		summary json not null
	);

	create table cyclelab.runner_tokens (
		hash bytea primary key,
		label text not null,
		created_at timestamptz not null default now()
	);

	create table cyclelab.secrets (
		name text primary key,
		value bytea not null
	);
	`;

/** Facts contain what a run needs. Earlier snapshots are of three exercises, which need this. */
export const snapshotNeeds = `
	update cyclelab.snapshots
	set facts = (snapshots.facts::jsonb || jsonb_build_object('needs',
		case runs.exercise
			when 'cache-working-set' then '{"seconds": 22, "memoryMiB": 1100, "cores": 1}'::jsonb
			when 'store-forwarding' then '{"seconds": 6, "memoryMiB": 16, "cores": 1}'::jsonb
			else '{"seconds": 5, "memoryMiB": 16, "cores": 1}'::jsonb
		end))::json
	from cyclelab.runs
	where runs.id = snapshots.run and snapshots.facts -> 'needs' is null;
	`;

/** Tokens are bound to the id and the processor that their runner reports, and can be revoked. */
export const boundTokens = `
	alter table cyclelab.runner_tokens
		-- what an operator calls it by: the first bytes of the hash, in hexadecimal
		add column id text,
		-- who may use it; null until somebody does
		add column runner text,
		add column arch text,
		add column last_used_at timestamptz,
		add column revoked_at timestamptz;
	update cyclelab.runner_tokens set id = encode(substring(hash from 1 for 4), 'hex');
	alter table cyclelab.runner_tokens alter column id set not null, add unique (id);
	create unique index runner_tokens_runner on cyclelab.runner_tokens (runner)
		where revoked_at is null;
	`;

/** Equal requests share one run, which is cancelled when no client waits for it. */
export const joinedRuns = `
	alter table cyclelab.runs add column joined int not null default 0;
	`;

/** Equal content has one snapshot, from whichever run. Snapshots from earlier versions are found by their run. */
export const snapshotContent = `
	alter table cyclelab.snapshots add column content bytea unique;
	`;

/** The people who wait for a run, having started or joined it. Only they can leave it. */
export const waiters = `
	create table cyclelab.run_waiters (
		run text not null references cyclelab.runs on delete cascade,
		-- hash of the secret in the answer they got
		key bytea not null,
		has_left boolean not null default false,
		primary key (run, key)
	);
	`;

/** A queue is a queue and a stage a stage everywhere. A source or a sentence in a job has no unescaped quotation mark. */
export const queueNames = `
	alter table cyclelab.runs rename column line to queue_order;
	update cyclelab.runs set job = replace(job::text, '"phases":[', '"stages":[')::json
		where state in ('queued', 'running');
	`;

/** A snapshot is a copy, which stays when its run is deleted by age. */
export const keptSnapshots = `
	alter table cyclelab.snapshots drop constraint snapshots_run_fkey;
	`;

/** The addresses of snapshots that the operator deleted, which say so from then on. */
export const deletedSnapshots = `
	create table cyclelab.deleted_snapshots (
		id text primary key,
		deleted_at timestamptz not null default now()
	);
	`;

/** A run has a second snapshot once the limits of a loop of it were measured. */
export const snapshotsOfRun = `
	alter table cyclelab.snapshots drop constraint snapshots_run_key;
	create index on cyclelab.snapshots (run);
	`;

/**
 * The rows of runs are their queue: the job queue of earlier versions, pg-boss, held the same runs again. Runs that wait keep
 * their place. `joiners`: callers who joined a run that another caller started, by owner.
 */
/** Whether the run needed a measuring core: inspections may be kept for a shorter time. */
export const inspections = `
	alter table cyclelab.runs add column needs_core boolean not null default true;
	`;

export const rowsAreQueue = `
	drop schema if exists pgboss cascade;
	alter table cyclelab.runs drop column joined, add column joiners bytea[] not null default '{}';
	create index runs_joiners on cyclelab.runs (queue)
		where joiners <> '{}' and state in ('queued', 'running');
	`;
