/** The store's tables, as steps that are applied once and in order. A step that was released is never edited. */

/** Schema of all of them. */
export const schema = 'cyclelab';

/** Schema of pg-boss's own tables. */
export const queueSchema = 'pgboss';

export const migrations: string[] = [
	`
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
	`,
	// Facts contain what a run needs. Earlier snapshots are of three exercises, which need this.
	`
	update cyclelab.snapshots
	set facts = (snapshots.facts::jsonb || jsonb_build_object('needs',
		case runs.exercise
			when 'cache-working-set' then '{"seconds": 22, "memoryMiB": 1100, "cores": 1}'::jsonb
			when 'store-forwarding' then '{"seconds": 6, "memoryMiB": 16, "cores": 1}'::jsonb
			else '{"seconds": 5, "memoryMiB": 16, "cores": 1}'::jsonb
		end))::json
	from cyclelab.runs
	where runs.id = snapshots.run and snapshots.facts -> 'needs' is null;
	`,
	// Tokens are bound to the id and the processor that their runner reports, and can be revoked.
	`
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
	`,
	// Figures of ended runs for operators. The number of runs is counted in the table of runs.
	`
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
	-- small, and no work for those who write: rows lie in the order of these times, or nearly so
	create index runs_created on cyclelab.runs using brin (created_at);
	create index runs_finished on cyclelab.runs using brin (finished_at);
	`,
	// Calibrations of runners: a bounded number for each runner, for the graph of their history.
	`
	create table cyclelab.calibrations (
		runner text not null,
		at timestamptz not null,
		calibration json not null,
		primary key (runner, at)
	);
	`,
	// Equal requests share one run, which is cancelled when no client waits for it.
	`
	alter table cyclelab.runs add column joined int not null default 0;
	`,
	// Equal content has one snapshot, from whichever run. Snapshots from earlier versions are found by their run.
	`
	alter table cyclelab.snapshots add column content bytea unique;
	`,
	// Workshops with their participants, votes and runs, which are deleted with the workshop's row.
	`
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
		delete_at timestamptz not null
	);
	create index workshops_delete on cyclelab.workshops (delete_at);

	create table cyclelab.workshop_seats (
		workshop text not null references cyclelab.workshops on delete cascade,
		number int not null,
		-- hash of the secret in the participant's browser
		token bytea not null unique,
		name text not null,
		following boolean not null default true,
		-- the exercise they look at
		at text,
		joined_at timestamptz not null default now(),
		here_until timestamptz not null default now(),
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
		primary key (workshop, run, seat)
	);
	create index workshop_runs_run on cyclelab.workshop_runs (run);

	-- Measured runs that ask for the same in one room are one run: whoever asks while it is open joins it.
	alter table cyclelab.runs add column joint bytea;
	create unique index runs_joint on cyclelab.runs (joint)
		where joint is not null and state in ('queued', 'running');
	`,
	// Durations of the stages of an inspection; unknown for earlier runs.
	`
	alter table cyclelab.ended_runs
		add column assemble_ms float8, add column count_ms float8, add column predict_ms float8;
	`,
	// The people who wait for a run, having started or joined it. Only they can leave it.
	`
	create table cyclelab.run_waiters (
		run text not null references cyclelab.runs on delete cascade,
		-- hash of the secret in the answer they got
		key bytea not null,
		has_left boolean not null default false,
		primary key (run, key)
	);
	`,
	// A run that met the challenge names a solver only when the host has looked at its source and accepted it.
	`
	alter table cyclelab.workshop_runs
		-- null until the host has decided
		add column accepted boolean;
	`,
	// A queue is a queue and a stage a stage everywhere. A source or a sentence in a job has no unescaped quotation mark.
	`
	alter table cyclelab.runs rename column line to queue_order;
	update cyclelab.runs set job = replace(job::text, '"phases":[', '"stages":[')::json
		where state in ('queued', 'running');
	`,
	// How sure somebody was of a vote, and why, in one line.
	`
	alter table cyclelab.workshop_votes
		add column confidence text check (confidence in ('sure', 'think', 'guess')),
		add column why text;
	`,
	// Groups of people who disagree discuss an exercise before the second vote: numbers of seats, by exercise.
	`
	alter table cyclelab.workshops add column groups json not null default '{}';
	`,
	// How far a participant is, the code they show with their consent, and whether they are a program of a rehearsal.
	`
	alter table cyclelab.workshop_seats
		add column step text,
		-- whether the code they edit compiles; null: unknown
		add column compiles boolean,
		-- the host asks for their code, and the sources they show
		add column asked boolean not null default false,
		add column shown json,
		add column synthetic boolean not null default false;
	`,
	// Minutes planned for each exercise, and the date of a homework.
	`
	alter table cyclelab.workshops
		add column minutes json not null default '{}',
		-- null: not a homework
		add column due_at timestamptz;
	`,
	// Questions from the room, with votes.
	`
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
	`,
	// A snapshot is a copy, which stays when its run is deleted by age.
	`
	alter table cyclelab.snapshots drop constraint snapshots_run_fkey;
	`
];
