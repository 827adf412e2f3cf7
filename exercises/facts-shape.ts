/** The fields of `exercise.yaml`, each with its type. `facts.ts` has the relations between them. */
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
	/** The document's (or our) statement about it, one sentence. */
	claim: z.string().min(1),
	/** Languages it is written in. Absent: all of the exercise. */
	languages: z.array(Language).min(1).optional(),
	/** Iterations that one pass of the loop in its source does, where it is unrolled by hand. */
	iterationsPerPass: z.int().min(2).optional(),
	/**
	 * Its loop reads and writes memory in one step (a swap, an atomic addition). For arm64 it is two rows: built with
	 * load and store exclusive, and with the instructions of the Large System Extensions.
	 */
	atomic: z.literal(true).optional(),
	/** Set when `told-in.ts` narrows an exercise to one language: what executes it, its form on arm64, and its source's name. */
	runtime: Runtime.optional(),
	atomics: AtomicForm.optional(),
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
	/** The value decides how much an iteration executes: what is counted and predicted, at the first one, holds there alone. */
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

/** A cost the performance model cannot see in this exercise; shown as a badge on the hot loops of the named variants. */
const BlindSpot = z.strictObject({
	variants: z.array(Slug).min(1),
	/** Languages it is about. Absent: all. */
	languages: z.array(Language).min(1).optional(),
	/** Whose code it is about. Absent: everyone's. */
	target: Target.optional(),
	/** Short words for the badge. */
	label: z.string().min(1).max(60),
	sentence: z.string().min(1)
});

/** Time and memory that a run takes. */
const Needs = z.strictObject({
	/** From click to the last number on a quiet machine, seconds, in the first language. */
	seconds: z.int().positive(),
	/** Memory of its largest process, MiB. */
	memoryMiB: z.int().positive(),
	/** Cores it takes for itself while it measures; 1 is the measuring core, more are the tools' cores as well. */
	cores: z.int().positive().max(8).default(1)
});

/** Facts without a check of the relations: for facts that were checked when they were stored. */
export const FactsShape = z.strictObject({
	title: z.string().min(1).max(60),
	track: Slug,
	/** One sentence for the list on the home page and for link previews. */
	summary: z.string().min(1).max(200),
	minutes: z.int().positive(),
	/** Exercises whose terms this one uses without explaining them. Each comes earlier on the path (`parse.ts`). */
	requires: z.array(Slug).max(4).default([]),
	/** The learner's own bench: nothing is claimed of its variants, and besides the baseline only changed ones are run. */
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
		place: z.string().min(1)
	}),
	/** The work of one iteration of the source's loop, e.g. "one increment". */
	iteration: z.string().min(1),
	/** Unit of the table and the charts; the other one stands in the details. */
	unit: z.enum(['cycles', 'ns']),
	/** Runtimes on which its C# runs side by side, each variant on each. Absent: on the chosen runtime. */
	runtimes: z.array(Runtime).min(2).optional(),
	baseline: Slug,
	variants: z.array(Variant).min(2),
	sweep: Sweep.optional(),
	meters: z.array(Meter).max(4).default([]),
	machines: z.array(DocumentedMachine).default([]),
	documented: z.array(DocumentedResult).default([]),
	question: Question,
	/** Another question where an exercise is shown in that language. */
	questionIn: z.partialRecord(Language, Question).default({}),
	claims: z.array(Claim).default([]),
	codeClaims: z.array(CodeClaim).default([]),
	pairClaims: z.array(PairClaim).default([]),
	blindSpots: z.array(BlindSpot).default([]),
	challenge: Challenge.optional(),
	/** Extra flags every C and C++ build of this exercise gets (from the runner's allow-list). */
	flags: z.array(z.string()).default([]),
	/** The same for builds of another language. */
	flagsIn: z.partialRecord(Language, z.array(z.string())).optional(),
	/** Iterations of the count run under qemu, which is some 100 times slower: fewer where one takes long. */
	countedIterations: z.int().positive().multipleOf(2).max(1_000_000).default(16_384),
	/** Why this exercise is not counted and predicted: its time does not come from one loop. A sentence. */
	uncounted: z.string().min(1).optional(),
	/** Whether all variants return the same checksum for the same number of iterations. */
	sameChecksum: z.boolean().default(false)
});
export type FactsShape = z.infer<typeof FactsShape>;
