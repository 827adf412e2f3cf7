/** A measured place of an exercise, and its comparison with predictions and documents. */
import { z } from 'zod';
import { Parameters, Slug } from '@cyclelab/exercises/schema';
import { Failure } from './failure.ts';

/** Median with the 95 % confidence interval of the median (order statistics). */
export const Interval = z.strictObject({ median: z.number(), low: z.number(), high: z.number() });
export type Interval = z.infer<typeof Interval>;

/** One raw sample: the slope between two calls of the kernel, bracketed by two calibrations. */
export const Sample = z.strictObject({
	/** Which process of the measurement, from 0. */
	process: z.int().nonnegative(),
	/** Iterations of the shorter and of the longer call; without the latter (reports of earlier versions), twice as many. */
	iterations: z.int().positive(),
	longer: z.int().positive().optional(),
	/** Ticks of both calls. */
	ticks: z.tuple([z.number(), z.number()]),
	/** Ticks per core cycle before and after, by an imul chain. */
	ticksPerCycle: z.tuple([z.number(), z.number()]),
	/** Involuntary context switches during the sample. */
	switches: z.int().nonnegative(),
	/** What each meter counted during both calls. Absent: the exercise has none. */
	meters: z.record(Slug, z.tuple([z.number(), z.number()])).optional(),
	accepted: z.boolean(),
	/** Whether something else ran on the same physical core just before or after; absent if that is not known. */
	shared: z.boolean().optional()
});
export type Sample = z.infer<typeof Sample>;

export const Measured = z.strictObject({
	cyclesPerIteration: Interval,
	nsPerIteration: Interval,
	/** Accepted samples behind the figures. */
	samples: z.int(),
	rejected: z.int(),
	/** Accepted samples that were not used, because something else ran on the same physical core. Absent: none. */
	setAside: z.int().optional(),
	/** Part of the samples used during which something else ran on the same physical core, 0..1. Absent: none. */
	shared: z.number().min(0).max(1).optional(),
	/** True if sharing the core may have made the figures too high: what the code takes alone is not known. */
	slowed: z.boolean().optional(),
	processes: z.int(),
	/** Centres of the modes in cycles per iteration, largest first; more than one = no single number. */
	modes: z.array(z.strictObject({ centre: z.number(), share: z.number() })),
	/** 5th and 95th percentile, cycles per iteration. */
	spread: z.tuple([z.number(), z.number()]),
	/** Core clock during the accepted samples, GHz (median). */
	clockGHz: z.number(),
	/** Which clock was read, how fast it ticks, and what turned its ticks into core cycles. */
	clock: z
		.strictObject({
			counter: z.enum(['tsc', 'cntvct']),
			counterGHz: z.number(),
			ruler: z.string()
		})
		.optional(),
	/** How far the core clock moved between the samples used: (highest - lowest) / median, 5 % trimmed at both ends. */
	drift: z.number().optional(),
	/**
	 * Of edited code: the part of a shorter call's time, 0..1, that does not grow with its iterations, without the least that the
	 * instructions take which a call executes once. The upper ends of both costs include it. Absent: too small to matter.
	 */
	unexplained: z.number().min(0).max(1).optional(),
	/**
	 * Iterations of longer calls that were timed for that reason: the costs are what an iteration takes in them as a whole. Absent: none
	 * were, or they took less.
	 */
	longCalls: z.int().positive().optional(),
	/** The kernel's own reports per iteration, by the ids of the exercise's meters. Absent: it has none. */
	meters: z.record(Slug, Interval).optional(),
	/** Samples, raw: all of them, or of a noisy run of many places an even part. */
	raw: z.array(Sample)
});
export type Measured = z.infer<typeof Measured>;

export const Comparison = z.strictObject({
	/** Predicted cycles per iteration by the host's model, default aliasing; absent if none. */
	predicted: z.number().optional(),
	/** predicted / measured. */
	ratio: z.number().optional(),
	verdict: z.enum([
		'agree',
		'model-too-slow',
		'model-too-fast',
		'outside-the-model',
		'only-the-counter',
		'too-noisy',
		'no-prediction'
	]),
	sentence: z.string()
});
export type Comparison = z.infer<typeof Comparison>;

/** A figure of the document, as the table shows it. */
export const Documented = z.strictObject({
	machine: z.string(),
	/** The runtime or compiler, in the document's words. */
	runtime: z.string().optional(),
	/** A figure in one unit stands in the other as well where the document gives the machine's clock. */
	nsPerIteration: z.number().optional(),
	cyclesPerIteration: z.number().optional(),
	/** An amount of one of the exercise's meters, instead of a time. */
	meter: z.strictObject({ id: Slug, perIteration: z.number() }).optional(),
	quoted: z.string()
});
export type Documented = z.infer<typeof Documented>;

export const Point = z.strictObject({
	parameters: Parameters,
	documented: z.array(Documented),
	/** Absent when measuring failed here; `failure` then has the cause. */
	measured: Measured.optional(),
	/** True while further processes of the place follow: its interval is the interval so far. Absent at its end. */
	ongoing: z.literal(true).optional(),
	comparison: Comparison.optional(),
	/** Why a point has no time although its program ran (under an emulator). A sentence. */
	note: z.string().optional(),
	failure: Failure.optional()
});
export type Point = z.infer<typeof Point>;

/** A step in a sweep: the parameter value after which the cost rises, found in the measured points. */
export const Knee = z.strictObject({
	variant: Slug,
	/** Last value of the lower plateau and first value of the upper one. */
	from: z.int(),
	to: z.int(),
	/** Cost before and after, cycles per iteration. */
	before: z.number(),
	after: z.number(),
	/** Reported cache level whose size lies in or next to the step, if any, e.g. "L2, 1 MiB". */
	near: z.string().optional()
});
export type Knee = z.infer<typeof Knee>;
