/** How claims and challenges came out, and everything else that only a run's end can add to its report. */
import { z } from 'zod';
import { Parameters, Slug } from '@cyclelab/exercises/schema';
import { Failure } from './failure.ts';
import { Comparison, Interval, Knee } from './measurement.ts';

export const ClaimResult = z.strictObject({
	id: Slug,
	statement: z.string(),
	/** The compared quantity: time, instructions, one of the meters, the machine code, or pairs of single samples. */
	measure: z.string().default('time'),
	expected: z.strictObject({ atLeast: z.number().optional(), atMost: z.number().optional() }),
	/** Ratio of/to with its interval, or a share of pairs; absent if a place was not measured, and for machine code. */
	observed: Interval.optional(),
	verdict: z.enum(['reproduced', 'not-here', 'contradicted', 'too-noisy', 'not-measured']),
	sentence: z.string()
});
export type ClaimResult = z.infer<typeof ClaimResult>;

/** Whether a learner's attempt meets a challenge's goals. */
export const ChallengeResult = z.strictObject({
	verdict: z.enum(['passed', 'not-yet', 'too-noisy', 'not-measured']),
	/** One per goal, in their order, with a sentence about the margin. */
	goals: z.array(
		z.strictObject({
			met: z.enum(['yes', 'no', 'too-noisy', 'not-measured']),
			sentence: z.string(),
			/** The ratio, or the count of instructions. */
			observed: Interval.optional()
		})
	)
});
export type ChallengeResult = z.infer<typeof ChallengeResult>;

/**
 * The end of a run: what the events before it cannot give, because it needs all of them. The report is those events and
 * the conclusions, folded (`measure/progress.ts`).
 */
export const Conclusions = z.strictObject({
	/** ISO 8601 time. */
	finishedAt: z.string(),
	/** Core clock, GHz, if the core was calibrated again at the end; else the clock in `started` stands. */
	clockGHz: z.number().optional(),
	/** Every variant of the report, in the exercise's order. */
	variants: z.array(
		z.strictObject({
			id: Slug,
			/** Of a variant that the end refutes: its checksum differs from the others', for example. */
			failure: Failure.optional(),
			/** The points that stand, in order: their parameters, and what differs from the event `point`. */
			points: z.array(
				z.strictObject({
					parameters: Parameters,
					comparison: Comparison.optional(),
					/** Of a point that the end refutes; its times are withdrawn. */
					failure: Failure.optional()
				})
			)
		})
	),
	claims: z.array(ClaimResult),
	challenge: ChallengeResult.optional(),
	knees: z.array(Knee),
	/** One sentence that sums up the result. */
	summary: z.string().optional()
});
export type Conclusions = z.infer<typeof Conclusions>;
export type ConcludedVariant = Conclusions['variants'][number];
export type ConcludedPoint = ConcludedVariant['points'][number];
