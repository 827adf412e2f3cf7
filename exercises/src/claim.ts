/** Places of an exercise's table, and the three kinds of claims about them that a run can confirm or refute. */
import { z } from 'zod';
import { AtomicForm, Language, Runtime, Slug, Target } from './language.ts';

/** Values of an exercise's parameters at one point, by parameter name. Integers only. */
export const Parameters = z.record(Slug, z.int().nonnegative());
export type Parameters = z.infer<typeof Parameters>;

/**
 * A place in the exercise's table: one variant at one choice of parameters. `runtime` chooses between the rows of an
 * exercise whose C# runs on several; without it a claim is made for each runtime, and a question asks about the first.
 */
export const Place = z.strictObject({
	variant: Slug,
	parameters: Parameters.default({}),
	runtime: Runtime.optional(),
	/** Chooses between the two rows that an atomic variant has on arm64; without it, as for `runtime`. */
	atomics: AtomicForm.optional()
});
export type Place = z.infer<typeof Place>;

/** The languages and runtimes in which a claim is made; absent: in all. */
const scope = {
	languages: z.array(Language).min(1).optional(),
	runtimes: z.array(Runtime).min(1).optional()
};

const seen = {
	/**
	 * LLVM CPU names on which we saw the claim hold, with the language's first compiler. There a miss is "contradicted",
	 * elsewhere "not here".
	 */
	seenOn: z.array(z.string()).default([]),
	/** LLVM CPU names on which we saw that the claim does not hold. `npm run bench:exercises` expects "not here" there. */
	absentOn: z.array(z.string()).default([])
};

const bounds = {
	atLeast: z.number().positive().optional(),
	atMost: z.number().positive().optional()
};

/**
 * What is compared: `time`; or `instructions`, the exact number executed per iteration in the code that is shown (without
 * the libraries it calls), at the first value of a sweep; or the id of one of the exercise's meters.
 */
export const Measure = Slug;

/**
 * How large a claim's ratio is, and what it would be if the claim were wrong. `tests/claim-gate` judges every claim on made-up
 * reports with these ratios and with a fifth of the effect, so that no claim holds whatever is measured.
 */
const size = {
	/** Ratio of/to that the document reports, or that we measured. Absent: the ratio of the document's figures. */
	effect: z
		.strictObject({
			ratio: z.number().positive(),
			/** The place in the document, or the processor on which we measured the ratio. */
			source: z.string().min(1)
		})
		.optional(),
	/** For a claim that two places cost the same: the ratio that a reader with the wrong idea expects. */
	ifWrong: z.strictObject({ ratio: z.number().positive(), idea: z.string().min(1) }).optional(),
	/** Why the claim would hold even at a fifth of its effect: names the machine that needs bounds so wide. */
	because: z.string().min(1).optional()
};

/** A claim that the ratio of two places lies between bounds. */
export const Claim = z.strictObject({
	id: Slug,
	statement: z.string().min(1),
	measure: Measure.default('time'),
	of: Place,
	to: Place,
	/** The claim is "reproduced" if the ratio of/to lies between these bounds. At least one is given. */
	...bounds,
	...size,
	...seen,
	/** A ratio that differs from 1 by less than this part is no effect. A runner judges no effect below its noise floor. */
	smallestEffect: z.number().positive().default(0.02),
	...scope
});
export type Claim = z.infer<typeof Claim>;

/** What machine code must have or must lack: regular expressions, each matched with one instruction as a report shows it. */
export const CodePattern = z.strictObject({
	has: z.string().min(1).optional(),
	lacks: z.string().min(1).optional(),
	/** Smallest number of instructions that match `has`. */
	times: z.int().positive().default(1),
	/** Only the hot loop, or everything the learner's file was compiled to. */
	where: z.enum(['loop', 'all']).default('loop')
});
export type CodePattern = z.infer<typeof CodePattern>;

/** A claim about the machine code of one variant. */
export const CodeClaim = z.strictObject({
	id: Slug,
	statement: z.string().min(1),
	of: Place,
	code: CodePattern,
	/** Of a claim about what code lacks: an instruction, as a report shows it, that refutes the claim. */
	refutedBy: z.string().min(1).optional(),
	target: Target.default('x86-64'),
	...scope
});
export type CodeClaim = z.infer<typeof CodeClaim>;

/**
 * A claim about single measurements: in how many of all pairs of a sample of `of` and a sample of `to` the shorter takes less
 * time by the part `apart` or more. All samples count, also disturbed ones. The bounds are shares of all pairs, 0..1.
 */
export const PairClaim = z.strictObject({
	id: Slug,
	statement: z.string().min(1),
	of: Place,
	to: Place,
	apart: z.number().positive().max(1),
	...bounds,
	...seen,
	...scope
});
export type PairClaim = z.infer<typeof PairClaim>;
