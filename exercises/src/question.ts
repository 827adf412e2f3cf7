/** The question that a learner answers before a run, its right answers, and the wrong answers that many give. */
import { z } from 'zod';
import { Measure, Place } from './claim.ts';

/** The ratio that the question asks for, on one processor. It differs between processors, so there may be several. */
export const Answer = z.strictObject({
	ratio: z.number().positive(),
	/** The processor on which we measured it, or the document that reports it. */
	source: z.string().min(1)
});
export type Answer = z.infer<typeof Answer>;

/** A range of predictions that one wrong idea leads to. The page shows it after the run to a learner who predicted within it. */
export const Misconception = z.strictObject({
	/** Smallest and largest ratio of the range, in the question's measure. Both belong to it. */
	from: z.number().positive(),
	to: z.number().positive(),
	/** The idea, as a clause that completes "that is what one expects if". Without a full stop. */
	idea: z
		.string()
		.min(1)
		.max(200)
		.regex(/[^.]$/, 'the idea completes a sentence, so it ends without a full stop'),
	/** Why the idea fails here: two sentences. */
	why: z.string().min(1).max(500)
});
export type Misconception = z.infer<typeof Misconception>;

/** The single question a learner answers before running: a ratio `of / to`. */
export const Question = z.strictObject({
	text: z.string().min(1),
	measure: Measure.default('time'),
	of: Place,
	to: Place,
	/** Ends of the answer slider, as ratios. */
	low: z.number().positive(),
	high: z.number().positive(),
	/** At least one in every exercise of the catalogue that is not free (`parse.ts`). */
	answers: z.array(Answer).max(8).default([]),
	/** Likewise. The ranges neither overlap nor contain an answer. */
	misconceptions: z.array(Misconception).max(4).default([])
});
export type Question = z.infer<typeof Question>;
