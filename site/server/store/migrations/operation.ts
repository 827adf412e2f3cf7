/** Migrations of the operator's figures: ended runs and calibrations. A released one is never edited. */

/** Figures of ended runs for operators. The number of runs is counted in the table of runs. */
export const endedRuns = `
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
	`;

/** Calibrations of runners: a bounded number for each runner, for the graph of their history. */
export const calibrations = `
	create table cyclelab.calibrations (
		runner text not null,
		at timestamptz not null,
		calibration json not null,
		primary key (runner, at)
	);
	`;

/** Durations of the stages of an inspection; unknown for earlier runs. */
export const inspectionParts = `
	alter table cyclelab.ended_runs
		add column assemble_ms float8, add column count_ms float8, add column predict_ms float8;
	`;

/** Basic blocks that runners measured while they were idle: a bounded number for each processor. */
export const measuredBlocks = `
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

/** The parts of an inspection are in each runner's metrics; the page that read them here is gone. */
export const noInspectionParts = `
	alter table cyclelab.ended_runs drop column assemble_ms, drop column count_ms, drop column predict_ms;
	`;

/** Acts of this minute by the hash of their owner, for all site processes. Unlogged: a crash may forget them. */
export const limits = `
	create unlogged table cyclelab.limits (
		key text primary key,
		points integer not null,
		-- ms since 1970
		expire bigint
	);
	`;

/** The newest run of each exercise as given, by processor and language: figures alone, and nothing of who asked for the run. */
export const recordedRuns = `
	create table cyclelab.recorded_runs (
		exercise text not null,
		microarchitecture text not null,
		language text not null,
		run json not null,
		primary key (exercise, microarchitecture, language)
	);
	`;
