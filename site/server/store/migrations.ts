/**
 * The migrations of the store's tables: SQL that is applied once, in this order. New ones are appended, and a released one is
 * never edited. The first makes all tables as of step 28; the steps before it were in no release.
 */

/** Schema of all tables. */
export const schema = 'cyclelab';

const runs = `
	create table cyclelab.runs (
		id text primary key,
		-- place in the queue: lower is earlier among runs of equal priority
		queue_order bigint generated always as identity,
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
		finished_at timestamptz,
		-- measured runs that ask for the same in one room are one run: whoever asks while it is open joins it
		joint bytea,
		-- callers who joined a run that another caller started, by owner
		joiners bytea[] not null default '{}',
		-- whether it needed a measuring core: inspections may be kept for a shorter time
		needs_core boolean not null default true,
		-- whether its events are in object storage
		events_moved boolean not null default false
	);
	create index runs_open on cyclelab.runs (queue, priority desc, queue_order) where state = 'queued';
	create index runs_running on cyclelab.runs (holder) where state = 'running';
	create index runs_owner on cyclelab.runs (owner) where state in ('queued', 'running');
	create index runs_joiners on cyclelab.runs (queue)
		where joiners <> '{}' and state in ('queued', 'running');
	create unique index runs_joint on cyclelab.runs (joint)
		where joint is not null and state in ('queued', 'running');
	create index runs_to_move on cyclelab.runs (finished_at)
		where not events_moved and needs_core and state = 'finished';
	-- small, and no work for those who write: rows lie in the order of these times, or nearly so
	create index runs_created on cyclelab.runs using brin (created_at);
	create index runs_finished on cyclelab.runs using brin (finished_at);

	create table cyclelab.run_events (
		run text not null references cyclelab.runs,
		seq int not null,
		event json not null,
		primary key (run, seq)
	);

	-- the people who wait for a run, having started or joined it: only they can leave it
	create table cyclelab.run_waiters (
		run text not null references cyclelab.runs on delete cascade,
		-- hash of the secret in the answer they got
		key bytea not null,
		has_left boolean not null default false,
		primary key (run, key)
	);

	-- a run's object has a row from before it is written until it is deleted, also after the run itself was deleted
	create table cyclelab.run_objects (
		run text primary key,
		-- of the events as JSON; 0 until the object is whole
		bytes int not null default 0
	);

	-- a snapshot is a copy, which stays when its run is deleted by age
	create table cyclelab.snapshots (
		id text primary key,
		run text not null,
		created_at timestamptz not null default now(),
		request json not null,
		facts json not null,
		report json not null,
		-- equal content has one snapshot, from whichever run
		content bytea unique
	);
	create index on cyclelab.snapshots (run);

	-- the addresses of snapshots that the operator deleted, which say so from then on
	create table cyclelab.deleted_snapshots (
		id text primary key,
		deleted_at timestamptz not null default now()
	);

	-- the newest run of each exercise as given: figures alone, and nothing of who asked for the run
	create table cyclelab.recorded_runs (
		exercise text not null,
		microarchitecture text not null,
		language text not null,
		run json not null,
		primary key (exercise, microarchitecture, language)
	);
	`;

const runners = `
	create table cyclelab.runners (
		id text primary key,
		-- the site process it is connected to
		holder int not null,
		summary json not null
	);

	create table cyclelab.runner_tokens (
		hash bytea primary key,
		label text not null,
		created_at timestamptz not null default now(),
		-- what an operator calls it by: the first bytes of the hash, in hexadecimal
		id text not null unique,
		-- who may use it; null until somebody does
		runner text,
		arch text,
		last_used_at timestamptz,
		revoked_at timestamptz
	);
	create unique index runner_tokens_runner on cyclelab.runner_tokens (runner)
		where revoked_at is null;

	-- a bounded number for each runner, for the graph of their history
	create table cyclelab.calibrations (
		runner text not null,
		at timestamptz not null,
		calibration json not null,
		primary key (runner, at)
	);

	-- basic blocks that runners measured while they were idle: a bounded number for each processor
	create table cyclelab.block_processors (
		-- its core's name and a digest of its identity
		processor text primary key,
		host json not null,
		microcode text,
		-- the leading one first
		predictors json not null
	);
	create table cyclelab.blocks (
		processor text not null references cyclelab.block_processors,
		digest text not null,
		runner text not null,
		at timestamptz not null,
		-- why it has no time
		reason text,
		block json,
		primary key (processor, digest),
		check ((reason is null) <> (block is null))
	);
	create index blocks_at on cyclelab.blocks (processor, at);
	`;

const operation = `
	create table cyclelab.secrets (
		name text primary key,
		value bytea not null
	);

	-- figures of ended runs for operators
	create table cyclelab.ended_runs (
		run text primary key references cyclelab.runs on delete cascade,
		ended_at timestamptz not null default now(),
		queue text not null,
		state text not null,
		-- of our own failure
		code text,
		-- kinds of failures of learners' programs
		failures text[],
		-- samples of its report
		accepted int not null,
		rejected int not null,
		queue_ms float8 not null,
		pick_up_ms float8,
		inspect_ms float8,
		to_core_ms float8,
		measure_ms float8
	);
	create index ended_runs_at on cyclelab.ended_runs (ended_at);

	-- acts of this minute by the hash of their owner, for all site processes; unlogged: a crash may forget them
	create unlogged table cyclelab.limits (
		key text primary key,
		points integer not null,
		-- ms since 1970
		expire bigint
	);
	`;

/** Workshops with their participants, votes and runs, which are deleted with the workshop's row. */
const workshops = `
	create table cyclelab.workshops (
		id text primary key,
		-- what people type to join
		code text not null unique,
		-- hash of the secret in the host's link
		host bytea not null unique,
		title text not null,
		exercises json not null,
		state json not null,
		created_at timestamptz not null default now(),
		ended_at timestamptz,
		keep_days int not null,
		delete_at timestamptz not null,
		-- numbers of seats, by exercise: people who disagree discuss it before the second vote
		groups json not null default '{}',
		-- planned for each exercise
		minutes json not null default '{}',
		-- null: not a homework
		due_at timestamptz,
		-- the highest number that a seat had, so that no number is given twice
		last_seat int not null default 0
	);
	create index workshops_delete on cyclelab.workshops (delete_at);

	create table cyclelab.workshop_seats (
		workshop text not null references cyclelab.workshops on delete cascade,
		number int not null,
		-- hash of the secret in the participant's browser
		token bytea not null unique,
		name text not null,
		following boolean not null default true,
		-- the exercise they look at, and how far they are
		at text,
		joined_at timestamptz not null default now(),
		here_until timestamptz not null default now(),
		step text,
		-- whether the code they edit compiles; null: unknown
		compiles boolean,
		-- the host asks for their code, and the sources they show
		asked boolean not null default false,
		shown json,
		-- a program of a rehearsal
		synthetic boolean not null default false,
		-- keyed hash; null: unknown
		address bytea,
		primary key (workshop, number)
	);
	create unique index workshop_seats_name on cyclelab.workshop_seats (workshop, lower(name));

	create table cyclelab.workshop_votes (
		workshop text not null,
		seat int not null,
		exercise text not null,
		round int not null check (round in (1, 2)),
		ratio float8 not null,
		at timestamptz not null default now(),
		confidence text check (confidence in ('sure', 'think', 'guess')),
		why text,
		primary key (workshop, exercise, seat, round),
		foreign key (workshop, seat) references cyclelab.workshop_seats on delete cascade
	);

	create table cyclelab.workshop_runs (
		workshop text not null references cyclelab.workshops on delete cascade,
		run text not null references cyclelab.runs,
		-- 0 is the host
		seat int not null,
		exercise text not null,
		-- what the room wants to know of its report, once that is there
		result json,
		-- a run that met the challenge names a solver once the host accepted its source; null until the host has decided
		accepted boolean,
		primary key (workshop, run, seat)
	);
	create index workshop_runs_run on cyclelab.workshop_runs (run);

	create table cyclelab.workshop_questions (
		workshop text not null,
		number int not null,
		seat int not null,
		text text not null,
		state text not null default 'open' check (state in ('open', 'answered', 'hidden')),
		at timestamptz not null default now(),
		primary key (workshop, number),
		foreign key (workshop, seat) references cyclelab.workshop_seats on delete cascade
	);

	create table cyclelab.workshop_question_votes (
		workshop text not null,
		question int not null,
		seat int not null,
		primary key (workshop, question, seat),
		foreign key (workshop, question) references cyclelab.workshop_questions on delete cascade,
		foreign key (workshop, seat) references cyclelab.workshop_seats on delete cascade
	);
	`;

/** Each with the number of steps that a store has once it was applied. */
export const migrations: readonly { step: number; text: string }[] = [
	{ step: 28, text: [runs, runners, operation, workshops].join('') }
];

/** The number of steps of a store of this version. */
export const presentStep = migrations.at(-1)?.step ?? 0;
