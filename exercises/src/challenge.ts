/** A challenge: a variant to change until goals are met that the engine checks. Its solution is `solution.<ending>`. */
import { z } from 'zod';
import { CodePattern, Measure, Place } from './claim.ts';
import { Language } from './language.ts';

/** One goal. All of a challenge's goals have to be met by the changed variant, called the attempt. */
export const Goal = z.discriminatedUnion('kind', [
	/** The ratio attempt/to of a measure lies between bounds. */
	z.strictObject({
		kind: z.literal('ratio'),
		measure: Measure.default('time'),
		to: Place,
		atLeast: z.number().positive().optional(),
		atMost: z.number().positive().optional()
	}),
	/** Instructions the attempt executes per iteration, exactly counted. */
	z.strictObject({ kind: z.literal('instructions'), atMost: z.number().positive() }),
	/** An instruction pattern that its machine code has or lacks. `text` describes it in words. */
	z.strictObject({ kind: z.literal('code'), text: z.string().min(1), code: CodePattern }),
	/**
	 * It returns what the original returns: the checksum of the count run, as a report has it, and then the original's for data of
	 * another seed, at the start's parameters. `iterations`: how many are compared there, if the results are not equal after
	 * `countedIterations` (a walk through memory in another order is complete after all lines only).
	 */
	z.strictObject({
		kind: z.literal('result'),
		checksum: z.string().regex(/^[0-9a-f]{1,16}$/),
		iterations: z.int().positive().max(2_000_000).optional()
	})
]);
export type Goal = z.infer<typeof Goal>;

export const Challenge = z.strictObject({
	/** The task, one or two sentences. */
	text: z.string().min(1),
	/** The variant to start from, and at which parameters it is judged. */
	start: Place,
	/** Languages it is set in; each has a solution. Absent: all of the exercise. */
	languages: z.array(Language).min(1).optional(),
	goals: z.array(Goal).min(1).max(4),
	/**
	 * Solutions decide by a clock how much they do, so an attempt's counts hold for the emulator alone, and the audit refuses no
	 * attempt because of them. Then no goal rests on counts, and a goal of time has both bounds (`facts-check.ts`).
	 */
	byClock: z.literal(true).optional(),
	/**
	 * Whether work may move to setup(), which no time contains. `as given`: an attempt that executes clearly more there than the
	 * original misses the goal `result`, by exact counts of both. Absent: it may, and the verdict says how much there is.
	 */
	setup: z.literal('as given').optional(),
	hints: z.array(z.string().min(1)).min(2).max(3),
	/** The idea of the solution in a few words; no two challenges of the catalogue have the same (`challenges.test.ts`). */
	trick: z.string().min(1).max(60).optional(),
	/** Why the solution works, in a sentence or two; shown with it. */
	why: z.string().min(1)
});
export type Challenge = z.infer<typeof Challenge>;

/** Whether a goal is about time or a meter: a run that only inspects cannot pass the challenge. */
export const needsMeasurement = ({ goals }: Challenge): boolean =>
	goals.some((goal) => goal.kind === 'ratio' && goal.measure !== 'instructions');
