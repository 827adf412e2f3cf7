/**
 * Shell: compares code with itself while the runner has nothing to do, as two variants of an exercise are compared. Gives
 * way the moment there is a job.
 */
import { defined } from '@cyclelab/contract/defined';
import type { Target } from '@cyclelab/exercises/schema';
import {
	driftsOf,
	emptyWindow,
	noiseFloorOf,
	withPair,
	type NoiseWindow,
	type MeasuredPair
} from '../measure/noise-floor.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { Calibration } from '@cyclelab/contract/schema/gateway';
import type { NoiseFloor } from '@cyclelab/contract/schema/host';
import { calibrationOfPair } from './calibration.ts';
import type { CoreAccess } from '../core-queue.ts';
import { buildKernels, type Kernel, measureKernel } from './own-kernels.ts';
import { pause, whenIdle } from './when-idle.ts';

export type Steadiness = {
	/** Absent until enough pairs were compared. */
	noiseFloor?: NoiseFloor;
	/** Sentences for people: what is not as it was when the runner began. */
	drifts: string[];
};

type NoiseFloorNeeds = CoreAccess<PooledSandbox> & {
	target: Target;
	/** Whether there is no job and jobs could be done. */
	isIdle: () => boolean;
	/** Called after every compared pair, with its calibration of the clock. */
	onChange: (steadiness: Steadiness, calibration: Calibration) => void;
	log: { debug: (facts: object, message: string) => void };
	/** Milliseconds; other ones for tests. */
	pauses?: typeof pausesMs;
};

export const pausesMs = {
	/** Between two pairs until the floor is known, and afterwards. A pair takes half a second to three. */
	first: 15_000,
	later: 120_000,
	/** How often we look whether somebody else wants the core. */
	look: 10
};

/** Ends with `close`, which resolves when nothing of it runs any more. */
export function watchNoiseFloor(needs: NoiseFloorNeeds): { close: () => Promise<void> } {
	const pauses = needs.pauses ?? pausesMs;
	const closing = new AbortController();
	let window: NoiseWindow = emptyWindow;
	let kernels: Kernel[] | undefined;
	let rounds = 0;

	const idle = { coreQueue: needs.coreQueue, isIdle: needs.isIdle, lookMs: pauses.look };
	const compare = async (signal: AbortSignal) => {
		kernels ??= await buildKernels(needs, noiseKernels, needs.target, signal);
		const kernel = kernels[rounds % kernels.length];
		const pair = kernel && (await measurePair(needs, kernel, rounds, signal));
		rounds += 1;
		if (!pair) return;
		const at = new Date().toISOString();
		window = withPair(window, pair, at);
		const noiseFloor = noiseFloorOf(window);
		needs.onChange(
			{ drifts: driftsOf(window), ...defined({ noiseFloor }) },
			calibrationOfPair(pair, at)
		);
	};
	const round = () =>
		whenIdle(idle, closing.signal, compare).catch((cause: unknown) =>
			needs.log.debug({ err: cause }, 'no pair was compared')
		);

	const loop = async () => {
		while (!closing.signal.aborted) {
			await pause(noiseFloorOf(window) ? pauses.later : pauses.first, closing.signal);
			if (!closing.signal.aborted) await round();
		}
	};
	const looping = loop();
	return {
		close: async () => {
			closing.abort(new Error('the runner ends'));
			await looping;
		}
	};
}

// Kernels a runner compares with themselves: one for each thing that limits code. Portable C.

const noiseKernels = [
	{
		kind: 'latency',
		source: `#include "cyclelab.h"
/* Each multiplication needs the last one. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 3;
	for (uint64_t i = 0; i < iterations; i++) {
		x = x * x + 1;
		__asm__ volatile("" : "+r"(x));
	}
	return x;
}
`
	},
	{
		kind: 'throughput',
		source: `#include "cyclelab.h"
/* Six additions that do not need each other: as many at once as the core can do. */
uint64_t kernel(uint64_t iterations) {
	uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, step = iterations | 1;
	for (uint64_t i = 0; i < iterations; i++) {
		a += step, b += step, c += step, d += step, e += step, f += step;
		__asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
	}
	return a ^ b ^ c ^ d ^ e ^ f;
}
`
	},
	{
		kind: 'memory',
		source: `#include "cyclelab.h"
/* A walk through 512 KiB in random order: every step waits for a cache behind the first. */
enum { PLACES = 1 << 17 };
static uint32_t next[PLACES];
static uint32_t at;
void setup(uint64_t seed) {
	for (uint32_t i = 0; i < PLACES; i++) next[i] = i;
	for (uint32_t i = PLACES - 1; i > 0; i--) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		uint32_t j = (uint32_t)((seed >> 33) % i), kept = next[i];
		next[i] = next[j];
		next[j] = kept;
	}
}
uint64_t kernel(uint64_t iterations) {
	uint32_t place = at;
	for (uint64_t i = 0; i < iterations; i++) place = next[place];
	return at = place;
}
`
	}
] as const;

// Measures a kernel twice, as two variants of an exercise are measured.

const names = ['one', 'other'];

/**
 * Undefined if too many samples were disturbed. Rejects with the signal's reason once it is aborted; the measuring core is
 * free then.
 */
export async function measurePair(
	needs: CoreAccess<PooledSandbox>,
	kernel: Kernel,
	seed: number,
	signal: AbortSignal
): Promise<MeasuredPair | undefined> {
	const places = names.map((variant) => ({ variant, parameters: {} }));
	const found = await measureKernel(needs, kernel, places, seed, signal);
	const [one, other] = names.map((name) => found.find(({ variant }) => variant === name)?.measured);
	return one && other && { kind: kernel.kind, one, other };
}
