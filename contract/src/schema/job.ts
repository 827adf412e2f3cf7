/** A runner's job, and the events it sends. Shared with the site's API and the page. */
import { z } from 'zod';
import { AtomicForm, Facts, Language, Slug, Target } from '@cyclelab/exercises/schema';
import { Stage } from './failure.ts';
import { Compiler } from './compiler.ts';
import { HotLoop } from './code.ts';
import { PlaceEvents } from './events.ts';
import { LoopWhy } from './loop-why.ts';
import { Point } from './measurement.ts';
import { Prediction, Refusal } from './prediction.ts';
import { Report, VariantReport } from './report.ts';
import { Conclusions } from './verdicts.ts';

/**
 * The stages that a run is asked for: `inspect` is every stage but `measure`. `format` stands alone: nothing is built, and each
 * source is laid out by its language's formatter.
 */
export const RequestedStage = z.enum(['inspect', 'measure', 'format']);
export type RequestedStage = z.infer<typeof RequestedStage>;

/** The scheduling models to ask: the measuring processor's model, or all on the list. */
export const Models = z.enum(['host', 'all']);
export type Models = z.infer<typeof Models>;

export const Job = z.strictObject({
	run: z.string(),
	exercise: Slug,
	/** The facts for this language (`factsIn`). */
	facts: Facts,
	language: Language,
	target: Target,
	compiler: Compiler,
	flags: z.array(z.string()),
	/** Variants to handle, baseline included; sources as they are to be compiled. */
	variants: z
		.array(
			z.strictObject({
				id: Slug,
				edited: z.boolean(),
				source: z.string(),
				/** Of the start of a challenge, if it was edited: the exercise's source, for a comparison of results. */
				original: z.string().optional(),
				/** Where it is another than the job's: a variant of one of several runtimes. */
				compiler: Compiler.optional(),
				/** Where they are others than the job's: what a challenge compares with has the exercise's own. */
				flags: z.array(z.string()).optional(),
				/** Its form on arm64, for exercises with both forms. */
				atomics: AtomicForm.optional()
			})
		)
		.min(1),
	/** Sweep values to measure; empty when the exercise has no sweep. */
	values: z.array(z.int().positive()),
	stages: z.array(RequestedStage).min(1),
	models: Models,
	/** The variant whose hot loop's limits are measured. */
	explain: Slug.optional()
});
export type Job = z.infer<typeof Job>;

/**
 * One thing that happened in a run, in order. Folding a run's events over an empty report gives its report
 * (`progress.ts`), so a page that was closed finds everything again.
 */
export const RunEvent = z.discriminatedUnion('type', [
	/** Position in the queue, 1 = next; estimated wait in ms if known. */
	z.strictObject({
		type: z.literal('queued'),
		position: z.int().nonnegative(),
		waitMs: z.number().optional(),
		/** A sentence for people if it waits for more than its turn, e.g. that no runner is connected. */
		notice: z.string().optional()
	}),
	/** A runner took it. The report has no variants yet. */
	z.strictObject({ type: z.literal('started'), report: Report }),
	z.strictObject({
		type: z.literal('stage'),
		stage: Stage,
		variant: Slug.optional(),
		/** A sentence for people if it takes long. */
		notice: z.string().optional()
	}),
	/** The runner that had the run is gone. The run is queued again and restarts with `started`. */
	z.strictObject({ type: z.literal('moved'), from: z.string() }),
	/** The measuring core is busy: position in this runner's queue, 1 = next. */
	z.strictObject({ type: z.literal('waiting'), position: z.int().nonnegative() }),
	/** Assembly (or a compile failure): the variant's report without counts, predictions and points. */
	z.strictObject({ type: z.literal('inspected'), variant: VariantReport }),
	z.strictObject({
		type: z.literal('counted'),
		variant: Slug,
		/** Execution counts by instruction address. */
		counts: z.record(z.string(), z.int()),
		hotLoop: HotLoop.optional(),
		checksum: z.string().optional(),
		instructionsPerIteration: z.number().optional(),
		instructionsPerCall: VariantReport.shape.instructionsPerCall,
		countedIterations: VariantReport.shape.countedIterations,
		unshown: VariantReport.shape.unshown,
		countedThreads: VariantReport.shape.countedThreads,
		stepped: VariantReport.shape.stepped,
		printed: VariantReport.shape.printed,
		/** Why nothing was counted, if counting was impossible. */
		uncounted: z.string().optional()
	}),
	z.strictObject({
		type: z.literal('predicted'),
		variant: Slug,
		predictions: z.array(Prediction),
		refusals: z.array(Refusal)
	}),
	z.strictObject({
		type: z.literal('opinion'),
		variant: Slug,
		secondOpinion: VariantReport.shape.secondOpinion.unwrap()
	}),
	/** What further runs of a changed variant showed: the observer's sentence, its result for other data, or why it is not believed. */
	z.strictObject({
		type: z.literal('audited'),
		variant: Slug,
		audit: VariantReport.shape.audit,
		dataWork: VariantReport.shape.dataWork,
		results: VariantReport.shape.results,
		otherResult: VariantReport.shape.otherResult,
		failure: VariantReport.shape.failure
	}),
	/** The limits of the hot loop, by intervention. */
	z.strictObject({ type: z.literal('explained'), variant: Slug, why: LoopWhy }),
	/** The simulated events of a place, or why there are none. */
	z.strictObject({ type: z.literal('simulated'), variant: Slug, events: PlaceEvents }),
	z.strictObject({ type: z.literal('point'), variant: Slug, point: Point }),
	z.strictObject({ type: z.literal('finished'), conclusions: Conclusions }),
	/** Our own failure: the run is over without a report. `id` finds it in the log. */
	z.strictObject({
		type: z.literal('failed'),
		code: z.string(),
		message: z.string(),
		id: z.string()
	}),
	z.strictObject({ type: z.literal('cancelled') })
]);
export type RunEvent = z.infer<typeof RunEvent>;
