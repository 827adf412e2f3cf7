/**
 * Requests and responses of the site's HTTP API. Exercises, reports and run events are defined by the packages that make
 * them and only referred to here. Published as OpenAPI by `openapi.ts`; the page imports the types.
 */
import { z } from 'zod';
import { runStates } from './run-state.ts';
import { Exercise, FactsShape, Language, Slug, Target, Track } from '@cyclelab/exercises/schema';
import { Models, RequestedStage, RunEvent } from '@cyclelab/contract/schema/job';
import { Calibration, Load, RunnerDescription } from '@cyclelab/contract/schema/gateway';
import { CompilerWish } from '@cyclelab/contract/schema/compiler';
import { Report } from '@cyclelab/contract/schema/report';

/** 128 random bits, base64url: an id is unguessable and grants access to the resource it names. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

/** An `Id` for something new: its last character holds the last two of the 128 bits and no others. */
export const NewId = Id.regex(/[AQgw]$/);

/** Longest source a learner may send for one variant, characters. */
const sourceCharacters = 64 * 1024;

/** A source that a learner sends. */
export const SourceText = z
	.string()
	.max(
		sourceCharacters,
		`the source is longer than ${sourceCharacters} characters; leave out what the kernel does not need`
	);

/** LLVM's name of a processor core, e.g. znver4. */
export const Microarchitecture = z.string().regex(/^[a-z0-9][a-z0-9-]{0,30}$/);

/** `POST /api/runs`. Everything but the exercise has a sensible default. */
export const RunRequest = z.strictObject({
	/**
	 * The run's id, chosen by a client that must find the run even if the response is lost: 128 random bits. An equal request
	 * with the same id returns the same run; a different request with that id is refused. With an id, an inspection is made
	 * again even if its answer is cached, and in a workshop the response may name the run of an equal request. Default: chosen
	 * by the site.
	 */
	id: NewId.optional(),
	exercise: Slug,
	/** Default: the exercise's first language. */
	language: Language.optional(),
	target: Target.default('x86-64'),
	/**
	 * With its version (`gcc-14`) or without: then the newest that the site offers. A version that the site no longer offers
	 * means the newest as well; the report names what was used. Default: the first compiler of the language. Where C# runs on
	 * several runtimes side by side, it chooses nothing.
	 */
	compiler: CompilerWish.optional(),
	/** Extra compiler flags, from the runner's allow-list. */
	flags: z
		.array(z.string().max(64, 'a flag is longer than 64 characters'))
		.max(16, 'more than 16 flags are given')
		.default([]),
	/**
	 * Edited sources by variant; variants not named keep the exercise's source. Here and below, variant ids depend on the
	 * language: with several runtimes, each variant has one id for each runtime, e.g. `s8-coreclr` and `s8-mono` for `s8`.
	 */
	sources: z.record(Slug, SourceText).default({}),
	/** Variants to handle; default all. The baseline is always added. */
	variants: z.array(Slug).min(1).max(32).optional(),
	/** Values of the exercise's sweep to measure; default all. */
	values: z.array(z.int().positive()).min(1).max(40).optional(),
	/** Id of the runner that must do it; default any of the target's class. */
	runner: z.string().max(63).optional(),
	/** The kind of processor that must do it; default any of the target's class. */
	microarchitecture: Microarchitecture.optional(),
	stages: z.array(RequestedStage).min(1).max(2).default(['inspect', 'measure']),
	/** `host`: only the measuring processor's model is asked, as while typing. */
	models: Models.default('all'),
	/** The variant whose hot loop's limits are measured: changed copies of the loop, each beside the loop itself. x86-64 only. */
	explain: Slug.optional()
});
export type RunRequest = z.infer<typeof RunRequest>;

/** `POST /api/inspections`: code is inspected or laid out, and nothing is measured. */
export const InspectionRequest = RunRequest.omit({ id: true, values: true, explain: true }).extend({
	stages: z
		.array(RequestedStage.exclude(['measure']))
		.min(1)
		.max(2)
});
export type InspectionRequest = z.infer<typeof InspectionRequest>;

/** Answer to `POST /api/runs`. Addresses are paths on this site. */
export const RunAccepted = z.object({
	id: Id,
	/** The run as data. */
	url: z.string(),
	/**
	 * `DELETE` here to stop waiting for the run; a run that no client waits for is cancelled. The address contains a secret of
	 * the client that started or joined the run. Absent if there is nothing to leave, and in the response to a repeated id.
	 */
	cancel: z.string().optional(),
	/** Its server-sent events. */
	events: z.string(),
	/** The page that shows it. */
	page: z.string(),
	/** A sentence for people if the run has to wait for something, e.g. that no runner is connected. */
	notice: z.string().optional()
});
export type RunAccepted = z.infer<typeof RunAccepted>;

export const RunState = z.enum(runStates);
export type RunState = z.infer<typeof RunState>;

/** `GET /api/runs/:id`. */
export const RunView = z.object({
	id: Id,
	state: RunState,
	exercise: Slug,
	request: RunRequest,
	/** ISO 8601. */
	createdAt: z.string(),
	finishedAt: z.string().optional(),
	/** Only while queued: position in the queue, 1 = next, and the estimated wait in ms. */
	position: z.int().optional(),
	waitMs: z.number().optional(),
	notice: z.string().optional(),
	/** Only when finished. A learner's failing program is a finished run whose report has a `failure`. */
	report: Report.optional(),
	/** Only when failed: the site's or the runner's own failure. `id` finds it in the log. */
	failure: z.object({ code: z.string(), message: z.string(), id: z.string() }).optional()
});
export type RunView = z.infer<typeof RunView>;

/** One element of `GET /api/exercises`, in the order of the tracks and of their folders. */
export const ExerciseSummary = z.object({
	slug: Slug,
	title: z.string(),
	track: Slug,
	order: z.int(),
	summary: z.string(),
	minutes: z.int(),
	/** The exercises whose terms it uses without explaining them. */
	requires: z.array(Slug),
	/** The learner's own bench: no document, no claims. */
	free: z.boolean(),
	languages: z.array(Language),
	targets: z.array(Target),
	document: FactsShape.shape.document
});
export type ExerciseSummary = z.infer<typeof ExerciseSummary>;

/** One element of `GET /api/runners`. */
export const RunnerSummary = z.object({
	id: z.string(),
	arch: Target,
	microarchitecture: z.string(),
	processor: z.string(),
	clockGHz: z.number().optional(),
	measures: z.array(Target),
	inspects: z.array(Target),
	/** `degraded` takes no runs; `reason` explains it. */
	state: z.enum(['ready', 'degraded']),
	reason: z.string().optional(),
	/** ISO 8601: since when it is in this state, since when it is connected, and when its process began. */
	stateSince: z.string().optional(),
	connectedAt: z.string().optional(),
	startedAt: RunnerDescription.shape.startedAt,
	/** ISO 8601 time of its newest calibration. */
	calibratedAt: z.string().optional(),
	noiseFloor: RunnerDescription.shape.noiseFloor,
	measuredCaches: RunnerDescription.shape.measuredCaches,
	findings: RunnerDescription.shape.findings,
	/** The run on its measuring core, and its sandboxes. */
	load: Load.optional(),
	slots: z.int(),
	slowSlots: z.int(),
	/** Runs it is working on now. */
	busy: z.int(),
	/** Runs that wait in the queues it serves. Other runners may take them first. */
	waiting: z.int(),
	host: RunnerDescription.shape.host,
	toolchains: RunnerDescription.shape.toolchains
});
export type RunnerSummary = z.infer<typeof RunnerSummary>;

export const SnapshotRequest = z.strictObject({
	run: Id,
	/** A finished run that measured changed copies of a loop of it (`explain`): its finding is kept in the snapshot's report. */
	explained: Id.optional(),
	/** Of a run of free play, which has no title but the page's: characters on one line. */
	title: z
		.string()
		.trim()
		.min(1)
		.max(80)
		.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u)
		.optional()
});
export type SnapshotRequest = z.infer<typeof SnapshotRequest>;
export const SnapshotCreated = z.object({ id: Id, url: z.string(), page: z.string() });
export type SnapshotCreated = z.infer<typeof SnapshotCreated>;

/** `GET /api/snapshots/:id`: a finished run as it was, with the exercise's facts of that day for its language. Never changes. */
export const Snapshot = z.object({
	id: Id,
	run: Id,
	createdAt: z.string(),
	request: RunRequest,
	facts: FactsShape,
	report: Report
});
export type Snapshot = z.infer<typeof Snapshot>;

export const Health = z.object({ status: z.literal('ok'), runners: z.int() });

/** Every error with one cause: 404, 409, 413, 429, 503 and the like. `id` finds it in the log. */
export const ErrorAnswer = z.object({ code: z.string(), message: z.string(), id: z.string() });
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;

/** 400: the mistakes in the request, each with its path. */
export const IssuesAnswer = z.object({
	issues: z.array(
		z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })
	)
});
export type IssuesAnswer = z.infer<typeof IssuesAnswer>;

/** The `data` of an event in the stream; the event's name is its `type`. */
export { Calibration, Exercise, RunEvent, Track };
