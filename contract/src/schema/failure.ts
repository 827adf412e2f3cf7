/**
 * What can go wrong with a learner's program. Data, part of a normal report; never an exception. Facts come from
 * the sandbox (exit status, its own clocks, the cgroup), never from searching a program's output for words.
 */
import { z } from 'zod';
import { Language } from '@cyclelab/exercises/schema';
import { boundNames } from './bound-name.ts';

export const Stage = z.enum(['compile', 'link', 'disassemble', 'count', 'predict', 'measure']);
export type Stage = z.infer<typeof Stage>;

/**
 * A place in the learner's file. Lines and columns count from 1; columns are UTF-16 code units, as in editors. The end is the
 * position after the last character. Without a line: the compiler names no place in the file.
 */
const place = {
	line: z.int().positive().optional(),
	column: z.int().positive().optional(),
	endLine: z.int().positive().optional(),
	endColumn: z.int().positive().optional()
};

/** What a compiler adds to a diagnostic: where something was declared, say. */
export const Note = z.strictObject({ ...place, message: z.string() });
export type Note = z.infer<typeof Note>;

/** Replaces the text between two positions. The same position twice: inserts. */
export const Edit = z.strictObject({
	line: z.int().positive(),
	column: z.int().positive(),
	endLine: z.int().positive(),
	endColumn: z.int().positive(),
	text: z.string()
});
export type Edit = z.infer<typeof Edit>;

/**
 * A change of the learner's file that the compiler suggests. All edits belong together; they do not overlap and are in the
 * order of the file. `sure`: the compiler says that the change keeps what the author meant (rustc's `MachineApplicable`).
 */
export const Fix = z.strictObject({
	title: z.string(),
	edits: z.array(Edit).min(1),
	sure: z.boolean().optional()
});
export type Fix = z.infer<typeof Fix>;

/** What a compiler or linker found, at a place in the learner's file where it names one. */
export const Diagnostic = z.strictObject({
	variant: z.string(),
	...place,
	severity: z.enum(['error', 'warning', 'note']),
	message: z.string(),
	/** Absent: none. */
	notes: z.array(Note).optional(),
	fixes: z.array(Fix).optional()
});
export type Diagnostic = z.infer<typeof Diagnostic>;

/** Core cycles of an iteration in a call of so many iterations. */
const CostOfLength = z.strictObject({ iterations: z.int().positive(), cycles: z.number() });
export type CostOfLength = z.infer<typeof CostOfLength>;

const where = { stage: Stage, variant: z.string().optional() };

export const FailureFacts = z.discriminatedUnion('kind', [
	/** `text`: the compiler's or linker's words, verbatim, container paths shortened. */
	z.strictObject({
		...where,
		kind: z.literal('compile-error'),
		text: z.string(),
		diagnostics: z.array(Diagnostic),
		/** In which the file is probably written, if that is not the language it was compiled as. */
		likelyLanguage: Language.optional()
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
		executedIterations: z.number(),
		/** Instructions that a call executes, however many iterations it is asked for. Absent: hardly any. */
		instructionsOnce: z.int().optional()
	}),
	/** A result beyond one of the bounds: clocks that contradict each other, another result. */
	z.strictObject({
		...where,
		kind: z.literal('implausible'),
		bound: z.enum(boundNames).optional(),
		reason: z.string()
	}),
	/** The time of a call is no line through its iterations, so an iteration has no cost of its own. `costs`: at the lengths that were timed, shortest first. */
	z.strictObject({
		...where,
		kind: z.literal('no-line'),
		costs: z.array(CostOfLength).min(2).max(3)
	}),
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
	/** The processor lacks an extension of the instruction set that a flag lets the compiler use, or that the program executes. */
	z.strictObject({
		...where,
		kind: z.literal('lacks-extension'),
		/** As Linux names it, e.g. "avx512f". */
		extension: z.string(),
		/** Absent: no flag asks for it, the program has its instructions. */
		flag: z.string().optional(),
		/** The processor's name in words. */
		processor: z.string()
	}),
	/** A tool of ours refused this input (llvm-mca on an unknown instruction, say). */
	z.strictObject({ ...where, kind: z.literal('refused'), reason: z.string() })
]);
export type FailureFacts = z.infer<typeof FailureFacts>;

/** A failure as a report carries it: the facts, with the sentence people read (`explain.ts`). */
export const Failure = FailureFacts.and(z.object({ title: z.string(), hint: z.string() }));
export type Failure = z.infer<typeof Failure>;
