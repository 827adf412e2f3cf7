/** The machine of a runner, and the smallest difference that it can measure. */
import { z } from 'zod';
import { Target } from '@cyclelab/exercises/schema';

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
	microarchitecture: z.string().min(1),
	/** For people, e.g. "AMD Zen 5". */
	processor: z.string().min(1),
	/** Vendor, family, model, stepping. */
	identity: z.string(),
	/** Extensions of the instruction set that compilers may use, as Linux names them. Absent: not x86-64. */
	extensions: z.array(z.string().max(40)).max(100).optional(),
	virtualised: z.boolean(),
	/** Its sandboxes run under an emulator of another architecture: its times are meaningless and not reported. */
	emulated: z.boolean().default(false),
	cores: z.int(),
	caches: z.array(Cache),
	pageBytes: z.int(),
	hugePages: z.string(),
	kernel: z.string()
});
export type Host = z.infer<typeof Host>;

/** The smallest difference a runner can claim, found by comparing code with itself in the background. */
export const NoiseFloor = z.strictObject({
	/** Part by which 95 % of the pairs of identical code with narrow intervals differed at most, 0..1. */
	relative: z.number(),
	/** Those pairs, and how many of all that were compared the engine wrongly called faster or slower. */
	pairs: z.int(),
	falseVerdicts: z.int(),
	/** ISO 8601 time of the last pair. */
	at: z.string()
});
export type NoiseFloor = z.infer<typeof NoiseFloor>;

/** Longest sentence about a host, characters; most findings of one runner. */
const findingLength = 600;
export const mostFindings = 32;

/** A setting of a runner's host that is unsafe, or unfit for measuring. */
export const HostFinding = z.strictObject({
	id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
	/** `unsafe`: a barrier around sandboxes is weak or absent. `unfit`: measurements suffer. */
	severity: z.enum(['unsafe', 'unfit']),
	/** One line: the finding, why it matters, and one thing to do. */
	sentence: z
		.string()
		.max(findingLength)
		.regex(/^[^\p{Cc}\u2028\u2029]+$/u)
});
export type HostFinding = z.infer<typeof HostFinding>;
