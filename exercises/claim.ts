/** Places of an exercise's table, and the statements about them that the engine can check. */
import { z } from 'zod';
import { AtomicForm, Language, Runtime, Slug, Target } from './language.ts';

/** Values of an exercise's parameters at one point, by parameter name. Integers only. */
export const Parameters = z.record(Slug, z.int().nonnegative());
export type Parameters = z.infer<typeof Parameters>;

/**
 * A place in the exercise's table: one variant at one choice of parameters. `runtime` chooses between the rows of an
 * exercise whose C# runs on several; without it a claim is made of each of them, and a question of the first.
 */
export const Place = z.strictObject({
	variant: Slug,
	parameters: Parameters.default({}),
	runtime: Runtime.optional(),
	/** Likewise between the two rows that an atomic variant is on arm64. */
	atomics: AtomicForm.optional()
});
export type Place = z.infer<typeof Place>;

/** Where a statement is made; absent: everywhere. */
const scope = {
	languages: z.array(Language).min(1).optional(),
	runtimes: z.array(Runtime).min(1).optional()
};

const seen = {
	/** LLVM CPU names on which we saw it hold, with the language's first compiler; elsewhere a miss is "not here" instead of "contradicted". */
	seenOn: z.array(z.string()).default([]),
	/** LLVM CPU names on which we saw that it does not hold. `npm run bench:exercises` expects "not here" there. */
	absentOn: z.array(z.string()).default([])
};

const bounds = {
	atLeast: z.number().positive().optional(),
	atMost: z.number().positive().optional()
};

/**
 * What is compared: `time`; `instructions`, the exact count of those executed per iteration in the code that is shown (not
 * in libraries it calls), at the first of a sweep's values; or the id of one of the exercise's meters.
 */
export const Measure = Slug;

/**
 * How large a claim's ratio is, and what it would be if the claim were wrong. A test judges every claim on made-up reports with
 * these ratios (`tests/claim-gate`), so that no claim holds whatever is measured.
 */
const size = {
	/** Ratio of/to that the document reports, or that we measured. Absent: the ratio of the document's figures. */
	effect: z
		.strictObject({
			ratio: z.number().positive(),
			/** Where it was read, or the processor on which we measured it. */
			source: z.string().min(1)
		})
		.optional(),
	/** Of a claim that two places cost the same: the ratio that a reader with the wrong idea expects. */
	ifWrong: z.strictObject({ ratio: z.number().positive(), idea: z.string().min(1) }).optional(),
	/** Why the bounds accept a fifth of the effect, with the machine that made it necessary. */
	because: z.string().min(1).optional()
};

/** A checkable statement: the ratio of two places lies between bounds. */
export const Claim = z.strictObject({
	id: Slug,
	statement: z.string().min(1),
	measure: Measure.default('time'),
	of: Place,
	to: Place,
	/** Bounds of the ratio of/to that mean "reproduced". At least one is given. */
	...bounds,
	...size,
	...seen,
	/** Smallest effect worth claiming: a ratio nearer to 1 than this part is no effect. At least a runner's noise floor. */
	smallestEffect: z.number().positive().default(0.02),
	...scope
});
export type Claim = z.infer<typeof Claim>;

/** A pattern that machine code must have or must not have: a regular expression over one instruction's text, as a report shows it. */
export const CodePattern = z.strictObject({
	has: z.string().min(1).optional(),
	lacks: z.string().min(1).optional(),
	/** Instructions that must match `has`. */
	times: z.int().positive().default(1),
	/** Only the hot loop, or everything the learner's file was compiled to. */
	where: z.enum(['loop', 'all']).default('loop')
});
export type CodePattern = z.infer<typeof CodePattern>;

/** A checkable statement about the machine code of one variant. For x86-64 unless `target` names another architecture. */
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
 * A checkable statement about single measurements: how often a call of `of` and one of `to` differ, the shorter taking less
 * by the part `apart` or more. All samples count, also disturbed ones. The bounds are shares of all pairs, 0..1.
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
