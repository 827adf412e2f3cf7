/** The fields of `exercise.yaml`, each with its type. `facts.ts` also checks the fields against one another. */
import { z } from 'zod';
import { Challenge } from './challenge.ts';
import { Claim, CodeClaim, PairClaim } from './claim.ts';
import { DocumentedMachine, DocumentedResult } from './documented.ts';
import { AtomicForm, Language, Runtime, Slug, Target } from './language.ts';
import { Question } from './question.ts';

const Variant = z.strictObject({
	id: Slug,
	/** Heading of its row, a few words. */
	label: z.string().min(1).max(80),
	/** The document's (or our) statement about the variant, one sentence. A statement that a run checks is a `Claim`. */
	claim: z.string().min(1),
	/** Languages it is written in. Absent: all languages of the exercise. */
	languages: z.array(Language).min(1).optional(),
	/** Iterations in one pass of the source's loop, where the source is unrolled by hand. */
	iterationsPerPass: z.int().min(2).optional(),
	/**
	 * Its loop reads and writes memory in one step (a swap, an atomic addition). For arm64 it is two rows: built with
	 * load and store exclusive, and with the instructions of the Large System Extensions.
	 */
	atomic: z.literal(true).optional(),
	/** Set by `facts-in.ts` only, which makes several rows of one variant: a row's runtime, or its form of atomics on arm64. */
	runtime: Runtime.optional(),
	atomics: AtomicForm.optional(),
	/** Set by `facts-in.ts` only: the variant the row was made of, whose source it has. */
	source: Slug.optional()
});
export type Variant = z.infer<typeof Variant>;

/** One swept parameter. The kernel reads it with `cyclelab_parameter("name", fallback)`. */
const Sweep = z.strictObject({
	name: Slug,
	label: z.string().min(1),
	unit: z.enum(['bytes', 'count']),
	scale: z.enum(['log', 'linear']),
	values: z.array(z.int().positive()).min(2).max(40),
	/** An iteration executes more or less at another value. Counts and predictions, made at the first value, then hold there only. */
	changesWork: z.literal(true).optional()
});

/**
 * Something besides time that an iteration costs and the kernel itself reports, with `cyclelab_meter("id", amount)`:
 * processor time of all threads, bytes taken from the heap. Amounts add up; the engine takes the slope, as for time.
 */
const Meter = z.strictObject({
	id: Slug,
	label: z.string().min(1).max(40),
	unit: z.enum(['ns', 'bytes', 'count'])
});
export type Meter = z.infer<typeof Meter>;

/** A cost that llvm-mca does not model, of this exercise alone: a badge on the hot loops of the named variants. */
const BlindSpot = z.strictObject({
	variants: z.array(Slug).min(1),
	/** Languages in which it is shown. Absent: all. */
	languages: z.array(Language).min(1).optional(),
	/** The architecture for whose code it is shown. Absent: both. */
	target: Target.optional(),
	/** The badge's text. */
	label: z.string().min(1).max(60),
	sentence: z.string().min(1)
});

/**
 * What LLVM's models of some processors have wrong about the named variants, or leave out, though the loop is within what
 * llvm-mca models. Shown where a prediction by such a model differs from the measurement.
 */
const ModelError = z.strictObject({
	variants: z.array(Slug).min(1),
	/** LLVM's names of the models. */
	models: z.array(z.string().min(1)).min(1),
	/** The reason, with the figure that was measured. */
	sentence: z.string().min(1)
});

/** Time and memory that a run takes. */
const Needs = z.strictObject({
	/** From the click to the last number on a quiet machine, in the exercise's first language, seconds. */
	seconds: z.int().positive(),
	/** Memory of its largest process, MiB. */
	memoryMiB: z.int().positive(),
	/** Cores that no other job may use while the run measures: 1 is the measuring core, more include the tools' cores. */
	cores: z.int().positive().max(8).default(1)
});

/** Facts whose fields are not checked against one another: for facts that were checked before they were stored. */
export const FactsShape = z.strictObject({
	title: z.string().min(1).max(60),
	track: Slug,
	/** One sentence for the list on the home page and for link previews. */
	summary: z.string().min(1).max(200),
	minutes: z.int().positive(),
	/** Exercises whose terms this exercise uses without explaining them. Each comes earlier on the path (`parse.ts`). */
	requires: z.array(Slug).max(4).default([]),
	/** Free play: nothing is claimed of its variants, and a run has the baseline and the variants that the learner edited. */
	free: z.literal(true).optional(),
	needs: Needs,
	document: z.strictObject({
		/** Number of the source document: 000 .. 003; absent for exercises of our own. */
		number: z
			.string()
			.regex(/^\d{3}$/)
			.optional(),
		title: z.string().min(1),
		author: z.string().min(1),
		/** Where in the document, in words. */
		place: z.string().min(1),
		/** The language of the document's own code, where the exercise has it. Absent: the first one of the exercise. */
		language: Language.optional()
	}),
	/** The work of one iteration of the source's loop, e.g. "one increment". */
	iteration: z.string().min(1),
	/** Unit of the table and the charts. The details show both units. */
	unit: z.enum(['cycles', 'ns']),
	/** Runtimes on which every C# variant runs, side by side. Absent: on the chosen runtime only. */
	runtimes: z.array(Runtime).min(2).optional(),
	baseline: Slug,
	variants: z.array(Variant).min(2),
	sweep: Sweep.optional(),
	meters: z.array(Meter).max(4).default([]),
	machines: z.array(DocumentedMachine).default([]),
	documented: z.array(DocumentedResult).default([]),
	question: Question,
	/** Replaces `question` where the exercise is shown in that language. */
	questionIn: z.partialRecord(Language, Question).default({}),
	claims: z.array(Claim).default([]),
	codeClaims: z.array(CodeClaim).default([]),
	pairClaims: z.array(PairClaim).default([]),
	blindSpots: z.array(BlindSpot).default([]),
	modelErrors: z.array(ModelError).optional(),
	challenge: Challenge.optional(),
	/** Extra flags every C and C++ build of this exercise gets (from the runner's allow-list). */
	flags: z.array(z.string()).default([]),
	/** The same for builds of another language. */
	flagsIn: z.partialRecord(Language, z.array(z.string())).optional(),
	/** Iterations of the count run. qemu is some 100 times slower than the processor: choose fewer where an iteration is long. */
	countedIterations: z.int().positive().multipleOf(2).max(1_000_000).default(16_384),
	/** Set where the exercise's time does not come from one loop, so that it is not counted and predicted: the reason, a sentence. */
	uncounted: z.string().min(1).optional(),
	/** All variants return the same checksum for the same number of iterations. */
	sameChecksum: z.boolean().default(false)
});
export type FactsShape = z.infer<typeof FactsShape>;
