/**
 * The report: raw facts of one run, and the comparison computed from them. People script against these names
 * (docs/api.md). An *iteration* is one iteration of the source's loop; a *loop* pass is one pass of the
 * assembly loop (`sourceIterations` iterations when unrolled).
 */
import { z } from 'zod';
import { Language, Slug, Target } from '@cyclelab/exercises/schema';
import { DisassembledFunction, HotLoop, Representation, Unshown } from './code.ts';
import { Compiler, ImageDigest } from './compiler.ts';
import { PlaceEvents } from './events.ts';
import { Diagnostic, Failure } from './failure.ts';
import { formattedCharacters } from './formatters.ts';
import { Host, NoiseFloor } from './host.ts';
import { LoopWhy } from './loop-why.ts';
import { Knee, Point } from './measurement.ts';
import { Prediction, Refusal, SecondOpinion } from './prediction.ts';
import { ChallengeResult, ClaimResult } from './verdicts.ts';

/** What compiled a program. */
export const ReportedToolchain = z.strictObject({
	compiler: Compiler,
	version: z.string(),
	flags: z.array(z.string()),
	/** Image name with the tag of its recipe. */
	image: z.string(),
	/** The image's files. Absent in reports of earlier versions. */
	digest: ImageDigest.optional()
});
export type ReportedToolchain = z.infer<typeof ReportedToolchain>;

/** How a program was counted on the processor, whose instructions the emulator lacks, or does not choose. */
const Stepped = z.strictObject({
	/** Of the call that the counts of instructions are of. */
	iterations: z.int().positive(),
	/** Stepped through in all calls together. */
	instructions: z.int().positive(),
	/** Of the hot loop, in all calls together; absent without such a loop. */
	passes: z.int().positive().optional()
});

/** Characters that a report keeps of each output of a program. */
export const printedCharacters = 4096;

/** What a program printed while it was counted: any text, which is to be shown with its control characters escaped. */
export const Printed = z.strictObject({
	/** The first characters of standard output and of standard error. */
	stdout: z.string().max(printedCharacters),
	stderr: z.string().max(printedCharacters),
	/** Of both together, all of them. */
	bytes: z.int().positive()
});
export type Printed = z.infer<typeof Printed>;

/** Instructions that an iteration executes, in the program's code: for the data that was counted, and for data of another seed. */
export const DataWork = z.strictObject({
	counted: z.number().nonnegative(),
	other: z.number().nonnegative()
});
export type DataWork = z.infer<typeof DataWork>;

export const VariantReport = z.strictObject({
	id: Slug,
	/** Flags that the request added to the exercise's own. Absent: none. */
	addedFlags: z.array(z.string()).optional(),
	/** What compiled it, where variants of one run have different compilers; else the report's toolchain. */
	toolchain: ReportedToolchain.optional(),
	/** True if the learner changed the source. */
	edited: z.boolean(),
	source: z.string(),
	diagnostics: z.array(Diagnostic),
	/** The compiler's words, verbatim (warnings included), possibly empty. */
	compilerText: z.string(),
	functions: z.array(DisassembledFunction),
	/** How we know that this code is what runs, where that is a question. A sentence. */
	origin: z.string().optional(),
	/** Why nothing was counted, if counting was impossible. A sentence. */
	uncounted: z.string().optional(),
	representations: z.array(Representation).optional(),
	/** The source as its language's formatter lays it out. Present in runs that were asked for it. */
	formatted: z.string().max(formattedCharacters).optional(),
	hotLoop: HotLoop.optional(),
	predictions: z.array(Prediction),
	refusals: z.array(Refusal),
	/** Another tool's view, or why it has none (a sentence). Absent until it was asked. */
	secondOpinion: z.union([SecondOpinion, z.strictObject({ refusal: z.string() })]).optional(),
	/** Checksum of the count run, hexadecimal. */
	checksum: z.string().optional(),
	/** Of a challenge's attempt that returned the goal's checksum: checksums for data of another seed. */
	otherResult: z
		.strictObject({
			seed: z.int(),
			/** Absent if it ended without one. */
			checksum: z.string().optional(),
			original: z.string(),
			/** What a process that was timed returned for the same data. Absent if none was timed. */
			timed: z.string().optional(),
			/** Instructions an iteration for that data, exactly counted. Absent where they cannot be compared with the report's. */
			instructions: z.number().nonnegative().optional(),
			/** And for the data that is counted, where the report's counts are of other parameters. */
			usual: z.number().nonnegative().optional(),
			/** What later calls of the same process returned, if all calls of the original return the same. */
			later: z.string().optional(),
			/**
			 * Instructions before the first call, in setup() and constructors, of the attempt and of the original, and instructions of a
			 * call of the original with as many iterations: of the code that is shown, exactly counted. Absent where they cannot be
			 * compared.
			 */
			setup: z
				.strictObject({
					attempt: z.number().nonnegative(),
					original: z.number().nonnegative(),
					call: z.number().nonnegative()
				})
				.optional()
		})
		.optional(),
	/**
	 * Instructions executed per iteration in the code that is shown, exactly counted at the first of a sweep's values. What
	 * it calls elsewhere, in libraries, is not among them. Absent until counted.
	 */
	instructionsPerIteration: z.number().optional(),
	/** Instructions that a call of the kernel executes once, however many iterations it has. Absent: unknown. */
	instructionsPerCall: z.number().nonnegative().optional(),
	/** Iterations of the call that was counted, where those of the exercise take too long. Then there is no checksum. */
	countedIterations: z.int().positive().optional(),
	/** Where else instructions were executed: places with 1 % of all or more, most first. Absent: none, or unknown. */
	unshown: z.array(Unshown).max(8).optional(),
	/** Threads that the program had while it was counted, if more than one: the counts are of all together. */
	countedThreads: z.int().min(2).optional(),
	/** Absent if it printed nothing. */
	printed: Printed.optional(),
	/** Present where the counts were made on the processor, by single steps. */
	stepped: Stepped.optional(),
	/**
	 * Of changed code that was measured: whether an observer of a run that is timed came to the same instructions as the
	 * count run, or why there was none. A sentence.
	 */
	audit: z.string().optional(),
	/** Present where the data decide how much an iteration of changed code executes. */
	dataWork: DataWork.optional(),
	/**
	 * Of changed code that was measured: whether timed processes returned what counted ones return for the same data, or why that was
	 * not compared. A sentence.
	 */
	results: z.string().optional(),
	/** The limits of the hot loop, by intervention. Present in runs that were asked for it. */
	why: LoopWhy.optional(),
	/** Simulated events, by place. Absent: none were simulated. */
	events: z.array(PlaceEvents).optional(),
	points: z.array(Point),
	failure: Failure.optional()
});
export type VariantReport = z.infer<typeof VariantReport>;

/** A variant's report before anything is known of it. */
export const emptyVariant = (id: string, source: string, edited: boolean): VariantReport => ({
	id,
	edited,
	source,
	diagnostics: [],
	compilerText: '',
	functions: [],
	predictions: [],
	refusals: [],
	points: []
});

export const Report = z.strictObject({
	run: z.string(),
	exercise: Slug,
	language: Language,
	target: Target,
	/** ISO 8601 time at which the runner began. */
	startedAt: z.string(),
	finishedAt: z.string().optional(),
	runner: z.strictObject({
		id: z.string(),
		arch: Target,
		microarchitecture: z.string(),
		clockGHz: z.number().optional(),
		/** Absent until enough pairs were compared. */
		noiseFloor: NoiseFloor.optional(),
		host: Host
	}),
	toolchain: ReportedToolchain.extend({ llvmMca: z.string() }),
	variants: z.array(VariantReport),
	claims: z.array(ClaimResult),
	/** How the challenge stands, where the exercise has one and its starting variant was changed. */
	challenge: ChallengeResult.optional(),
	knees: z.array(Knee),
	/** One sentence that sums up the result. */
	summary: z.string().optional(),
	failure: Failure.optional()
});
export type Report = z.infer<typeof Report>;
