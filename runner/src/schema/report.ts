/**
 * The report: raw facts of one run, and the comparison computed from them. People script against these names
 * (README, "API"). An *iteration* is one iteration of the source's loop; a *loop* pass is one pass of the
 * assembly loop (`sourceIterations` iterations when unrolled).
 */
import { z } from 'zod';
import { Language, Parameters, Slug, Target } from '@cyclelab/exercises/schema';
import { Compiler } from './compiler.ts';
import { Diagnostic, Failure } from './failure.ts';

/** An address in the ELF, hexadecimal with 0x. */
const Address = z.string().regex(/^0x[0-9a-f]+$/);

export const Instruction = z.strictObject({
	address: Address,
	/** Intel syntax on x86-64, as llvm-objdump prints it, prefixes joined, comments cut. */
	text: z.string(),
	/** Line of the learner's file (1-based), through inlining if need be. */
	line: z.int().positive().optional(),
	/** How often it was executed in the count run. Exact. Absent until counted. */
	count: z.int().nonnegative().optional(),
	/** Target address of a branch within the same function, for arrows and links. */
	target: Address.optional()
});
export type Instruction = z.infer<typeof Instruction>;

export const DisassembledFunction = z.strictObject({
	symbol: z.string(),
	address: Address,
	instructions: z.array(Instruction)
});
export type DisassembledFunction = z.infer<typeof DisassembledFunction>;

/** What the model cannot see in a loop, or what a reader should doubt. */
export const Badge = z.strictObject({
	id: Slug,
	label: z.string(),
	sentence: z.string(),
	/** `outside-model`: the prediction is not comparable. `caution`: comparable with a doubt. */
	weight: z.enum(['outside-model', 'caution']),
	/** Addresses of the instructions it is about. */
	addresses: z.array(Address)
});
export type Badge = z.infer<typeof Badge>;

export const HotLoop = z.strictObject({
	symbol: z.string(),
	/** The hot path, in execution order, unconditional jumps dropped. */
	instructions: z.array(Instruction),
	/** Part of all executed instructions of the kernel that the loop accounts for, 0..1. */
	share: z.number(),
	/** min(count on the path) / header count, 0..1. Below 0.9: path-dependent. */
	pathCoverage: z.number(),
	/** k: iterations of the source's loop per pass of the assembly loop. */
	sourceIterations: z.number().positive(),
	badges: z.array(Badge)
});
export type HotLoop = z.infer<typeof HotLoop>;

/** llvm-mca's view of one instruction of the hot loop. */
export const PredictedInstruction = z.strictObject({
	address: Address,
	latency: z.number(),
	uops: z.number(),
	reciprocalThroughput: z.number(),
	/** Resource units it occupies, with cycles of pressure per loop pass. */
	pressure: z.array(z.strictObject({ resource: z.string(), cycles: z.number() })),
	mayLoad: z.boolean(),
	mayStore: z.boolean(),
	sideEffects: z.boolean()
});

/** One instruction of one simulated pass. Cycles count from the first dispatch. */
export const TimelineRow = z.strictObject({
	/** Pass of the loop, from 0. */
	pass: z.int().nonnegative(),
	address: Address,
	dispatched: z.int(),
	issued: z.int(),
	executed: z.int(),
	retired: z.int()
});
export type TimelineRow = z.infer<typeof TimelineRow>;

export const Prediction = z.strictObject({
	/** The scheduling model really used, e.g. "Znver4". */
	model: z.string(),
	/** The name it was asked by, e.g. "znver5". */
	mcpu: z.string(),
	/** True if LLVM has a model of exactly this core; false if it stands in for it. */
	exact: z.boolean(),
	/** True for the processor that measures. */
	host: z.boolean(),
	/** Loads and stores assumed never to alias (llvm-mca's default). */
	noalias: z.boolean(),
	dispatchWidth: z.number(),
	/** Slope between N and 2N passes. */
	cyclesPerLoop: z.number(),
	cyclesPerIteration: z.number(),
	blockReciprocalThroughput: z.number(),
	uopsPerLoop: z.number(),
	ipc: z.number(),
	/** Only for the host's model with default aliasing; other models give totals. */
	instructions: z.array(PredictedInstruction).optional(),
	/** The first passes, cycle by cycle. As `instructions`. */
	timeline: z.array(TimelineRow).optional(),
	/** What limits the loop in the model, in llvm-mca's words. As `instructions`. */
	bottlenecks: z.string().optional()
});
export type Prediction = z.infer<typeof Prediction>;

/** A model that gave no number, and why, in a sentence. */
export const Refusal = z.strictObject({
	mcpu: z.string(),
	noalias: z.boolean(),
	reason: z.string()
});
export type Refusal = z.infer<typeof Refusal>;

/** What another tool says of the same loop (OSACA): shown beside llvm-mca's prediction, never judged. */
export const SecondOpinion = z.strictObject({
	tool: z.literal('osaca'),
	version: z.string(),
	/** The machine model it has, e.g. "ZEN4", and whether that is the measuring core's own. */
	architecture: z.string(),
	exact: z.boolean(),
	/** Cycles per pass: the larger of the two below. */
	cyclesPerLoop: z.number(),
	cyclesPerIteration: z.number(),
	/** Cycles the busiest port needs per pass. */
	portPressure: z.number(),
	/** Cycles of the longest dependency from one pass to the next. */
	loopCarried: z.number()
});
export type SecondOpinion = z.infer<typeof SecondOpinion>;

/** Median with the 95 % confidence interval of the median (order statistics). */
export const Interval = z.strictObject({ median: z.number(), low: z.number(), high: z.number() });
export type Interval = z.infer<typeof Interval>;

/** One raw sample: the slope between kernel(n) and kernel(2n), bracketed by two calibrations. */
export const Sample = z.strictObject({
	/** Which process of the measurement, from 0. */
	process: z.int().nonnegative(),
	/** n of kernel(n); the second call did 2n. */
	iterations: z.int().positive(),
	/** Ticks of kernel(n) and kernel(2n). */
	ticks: z.tuple([z.number(), z.number()]),
	/** Ticks per core cycle before and after, by an imul chain. */
	ticksPerCycle: z.tuple([z.number(), z.number()]),
	/** Involuntary context switches during the sample. */
	switches: z.int().nonnegative(),
	/** What each meter counted during kernel(n) and during kernel(2n). Absent: the exercise has none. */
	meters: z.record(Slug, z.tuple([z.number(), z.number()])).optional(),
	accepted: z.boolean(),
	/** Whether something else ran on the same physical core just before or after; absent if that is not known. */
	shared: z.boolean().optional()
});
export type Sample = z.infer<typeof Sample>;

export const Measured = z.strictObject({
	cyclesPerIteration: Interval,
	nsPerIteration: Interval,
	/** Accepted samples the figures rest on. */
	samples: z.int(),
	rejected: z.int(),
	/** Accepted samples that were not used, because something else ran on the same physical core. Absent: none. */
	setAside: z.int().optional(),
	/** Part of the samples used during which something else ran on the same physical core, 0..1. Absent: none. */
	shared: z.number().min(0).max(1).optional(),
	/** True if sharing the core may have made the figures too high: what the code takes alone is not known. */
	slowed: z.boolean().optional(),
	processes: z.int(),
	/** Centres of the modes in cycles per iteration, largest first; more than one = no single number. */
	modes: z.array(z.strictObject({ centre: z.number(), share: z.number() })),
	/** 5th and 95th percentile, cycles per iteration. */
	spread: z.tuple([z.number(), z.number()]),
	/** Core clock during the accepted samples, GHz (median). */
	clockGHz: z.number(),
	/** Which clock was read, how fast it ticks, and what turned its ticks into core cycles. */
	clock: z
		.strictObject({
			counter: z.enum(['tsc', 'cntvct']),
			counterGHz: z.number(),
			ruler: z.string()
		})
		.optional(),
	/** How far the core clock moved between the samples used: (highest - lowest) / median, 5 % trimmed at both ends. */
	drift: z.number().optional(),
	/** What the kernel itself reported per iteration, by the ids of the exercise's meters. Absent: it has none. */
	meters: z.record(Slug, Interval).optional(),
	/** All samples, raw. */
	raw: z.array(Sample)
});
export type Measured = z.infer<typeof Measured>;

export const Comparison = z.strictObject({
	/** Predicted cycles per iteration by the host's model, default aliasing; absent if none. */
	predicted: z.number().optional(),
	/** predicted / measured. */
	ratio: z.number().optional(),
	verdict: z.enum([
		'agree',
		'model-too-slow',
		'model-too-fast',
		'outside-the-model',
		'too-noisy',
		'no-prediction'
	]),
	sentence: z.string()
});
export type Comparison = z.infer<typeof Comparison>;

/** A figure of the document, as the table shows it. */
export const Documented = z.strictObject({
	machine: z.string(),
	/** The runtime or compiler, in the document's words. */
	runtime: z.string().optional(),
	/** A figure in one unit stands in the other as well where the document gives the machine's clock. */
	nsPerIteration: z.number().optional(),
	cyclesPerIteration: z.number().optional(),
	/** An amount of one of the exercise's meters, instead of a time. */
	meter: z.strictObject({ id: Slug, perIteration: z.number() }).optional(),
	quoted: z.string()
});
export type Documented = z.infer<typeof Documented>;

/** Hardware events per source iteration, by slope over two lengths, each from runs of its own (no multiplexing). */
export const Counters = z.array(
	z.strictObject({
		event: z.enum([
			'cycles',
			'instructions',
			'branches',
			'branch-misses',
			'cache-references',
			'cache-misses'
		]),
		perIteration: Interval
	})
);
export type Counters = z.infer<typeof Counters>;

export const Point = z.strictObject({
	parameters: Parameters,
	documented: z.array(Documented),
	/** Absent when measuring failed here; `failure` then says why. */
	measured: Measured.optional(),
	comparison: Comparison.optional(),
	/** Absent where the machine has no counters to read. */
	counters: Counters.optional(),
	/** A doubt about these counters that changes nothing else, or, under an emulator, why there is no time. A sentence. */
	note: z.string().optional(),
	failure: Failure.optional()
});
export type Point = z.infer<typeof Point>;

export const ClaimResult = z.strictObject({
	id: Slug,
	statement: z.string(),
	/** What is compared: time, instructions, one of the meters, the machine code, or pairs of single samples. */
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
	/** One per goal, in their order; a sentence says by how much. */
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

/** A step in a sweep: the parameter value after which the cost rises, found in the measured points. */
export const Knee = z.strictObject({
	variant: Slug,
	/** Last value of the lower plateau and first value of the upper one. */
	from: z.int(),
	to: z.int(),
	/** Cost before and after, cycles per iteration. */
	before: z.number(),
	after: z.number(),
	/** Reported cache level whose size lies in or next to the step, if any, e.g. "L2, 1 MiB". */
	near: z.string().optional()
});
export type Knee = z.infer<typeof Knee>;

/** What a compiler makes of a source on its way to machine code: Go's SSA phases, Crystal's LLVM IR. */
export const Representation = z.strictObject({
	id: z.enum(['ssa', 'llvm-ir']),
	title: z.string(),
	/** In the order of the compiler's passes; text as the compiler printed it. */
	phases: z.array(z.strictObject({ name: z.string(), text: z.string() }))
});
export type Representation = z.infer<typeof Representation>;

/** What compiled a program. */
export const Toolchain = z.strictObject({
	compiler: Compiler,
	version: z.string(),
	flags: z.array(z.string()),
	/** Image name with its content tag. */
	image: z.string()
});
export type Toolchain = z.infer<typeof Toolchain>;

export const VariantReport = z.strictObject({
	id: Slug,
	/** What compiled it, where variants of one run have different compilers; else the report's toolchain. */
	toolchain: Toolchain.optional(),
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
	hotLoop: HotLoop.optional(),
	predictions: z.array(Prediction),
	refusals: z.array(Refusal),
	/** Another tool's view, or why it has none (a sentence). Absent until it was asked. */
	secondOpinion: z.union([SecondOpinion, z.strictObject({ refusal: z.string() })]).optional(),
	/** Checksum of the count run, hexadecimal. */
	checksum: z.string().optional(),
	/**
	 * Instructions executed per iteration in the code that is shown, exactly counted at the first of a sweep's values. What
	 * it calls elsewhere, in libraries, is not among them. Absent until counted.
	 */
	instructionsPerIteration: z.number().optional(),
	points: z.array(Point),
	failure: Failure.optional()
});
export type VariantReport = z.infer<typeof VariantReport>;

const Cache = z.strictObject({
	level: z.int(),
	type: z.enum(['data', 'unified']),
	bytes: z.int(),
	ways: z.int().optional(),
	sharedBy: z.int().optional()
});

/** The processor of a runner, as the kernel and CPUID/MIDR report it. */
export const Host = z.strictObject({
	arch: Target,
	/** LLVM's CPU name, e.g. "znver5". */
	microarchitecture: z.string(),
	/** For people, e.g. "AMD Zen 5". */
	processor: z.string(),
	/** Vendor, family, model, stepping. */
	identity: z.string(),
	virtualised: z.boolean(),
	/** Its sandboxes run under an emulator of another architecture: whatever it times is no time, and is not told. */
	emulated: z.boolean().default(false),
	cores: z.int(),
	caches: z.array(Cache),
	pageBytes: z.int(),
	hugePages: z.string(),
	kernel: z.string(),
	/** Hardware performance counters usable? */
	counters: z.boolean()
});
export type Host = z.infer<typeof Host>;

/** What a runner finds when it compares code with itself, in the background: how small a difference it can claim. */
export const NoiseFloor = z.strictObject({
	/** Part by which 95 % of the pairs of identical code with narrow intervals differed at most, 0..1. */
	relative: z.number(),
	/** Pairs compared, and how many the engine wrongly called faster or slower. */
	pairs: z.int(),
	falseVerdicts: z.int(),
	/** ISO 8601 time of the last pair. */
	at: z.string()
});
export type NoiseFloor = z.infer<typeof NoiseFloor>;

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
	toolchain: Toolchain.extend({ llvmMca: z.string() }),
	variants: z.array(VariantReport),
	claims: z.array(ClaimResult),
	/** How the challenge stands, where the exercise has one and its starting variant was changed. */
	challenge: ChallengeResult.optional(),
	knees: z.array(Knee),
	/** One sentence saying what happened here. */
	summary: z.string().optional(),
	failure: Failure.optional()
});
export type Report = z.infer<typeof Report>;
