/** The machine a runner is on, and how small a difference it can tell. */
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
	/** Those pairs, and how many of all that were compared the engine wrongly called faster or slower. */
	pairs: z.int(),
	falseVerdicts: z.int(),
	/** ISO 8601 time of the last pair. */
	at: z.string()
});
export type NoiseFloor = z.infer<typeof NoiseFloor>;
