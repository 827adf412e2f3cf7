/**
 * What can go wrong with a learner's program. Data, part of a normal report; never an exception. Facts come from
 * the sandbox (exit status, its own clocks, the cgroup), never from searching a program's output for words.
 */
import { z } from 'zod';

export const Stage = z.enum(['compile', 'link', 'disassemble', 'count', 'predict', 'measure']);
export type Stage = z.infer<typeof Stage>;

/** One line of a compiler's output that names a place in the learner's file. Lines and columns count from 1. */
export const Diagnostic = z.strictObject({
	variant: z.string(),
	line: z.int().positive().optional(),
	column: z.int().positive().optional(),
	severity: z.enum(['error', 'warning', 'note']),
	message: z.string()
});
export type Diagnostic = z.infer<typeof Diagnostic>;

const where = { stage: Stage, variant: z.string().optional() };

export const FailureFacts = z.discriminatedUnion('kind', [
	/** `text`: the compiler's or linker's words, verbatim, container paths shortened. */
	z.strictObject({
		...where,
		kind: z.literal('compile-error'),
		text: z.string(),
		diagnostics: z.array(Diagnostic)
	}),
	z.strictObject({ ...where, kind: z.literal('timeout'), limitMs: z.int() }),
	z.strictObject({ ...where, kind: z.literal('out-of-memory'), limitMiB: z.int() }),
	z.strictObject({ ...where, kind: z.literal('output-limit'), limitKiB: z.int() }),
	z.strictObject({
		...where,
		kind: z.literal('crash'),
		signal: z.string().optional(),
		exitCode: z.int().optional(),
		text: z.string()
	}),
	/** The measured loop does nothing, or ran fewer iterations than declared (deleted or hoisted by the compiler). */
	z.strictObject({
		...where,
		kind: z.literal('empty-kernel'),
		declaredIterations: z.int(),
		executedIterations: z.number()
	}),
	/** A result that cannot be true: wrong checksum, faster than the machine can retire, inconsistent clocks. */
	z.strictObject({ ...where, kind: z.literal('implausible'), reason: z.string() }),
	/** Too many samples were disturbed; no verdict is given. */
	z.strictObject({ ...where, kind: z.literal('too-noisy'), accepted: z.int(), attempted: z.int() }),
	/** The run's time on the measuring core was used by the places before. */
	z.strictObject({ ...where, kind: z.literal('no-time-left'), limitMs: z.int().positive() }),
	/** The exercise measures with more cores than this runner has; nothing is measured with fewer. */
	z.strictObject({
		...where,
		kind: z.literal('too-few-cores'),
		needed: z.int().positive(),
		has: z.int().positive()
	}),
	/** A tool of ours refused this input (llvm-mca on an unknown instruction, say). */
	z.strictObject({ ...where, kind: z.literal('refused'), reason: z.string() })
]);
export type FailureFacts = z.infer<typeof FailureFacts>;

/** A failure as a report carries it: the facts, with the sentence people read (`explain.ts`). */
export const Failure = FailureFacts.and(z.object({ title: z.string(), hint: z.string() }));
export type Failure = z.infer<typeof Failure>;
