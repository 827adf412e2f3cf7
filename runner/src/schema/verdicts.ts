/** How claims and challenges came out. */
import { z } from 'zod';
import { Slug } from '@cyclelab/exercises/schema';
import { Interval } from './measurement.ts';

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
