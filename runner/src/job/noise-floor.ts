/**
 * Shell: compares code with itself while the runner has nothing to do, as two variants of an exercise are compared. Gives
 * way the moment there is a job.
 */
import type { Target } from '@cyclelab/exercises/schema';
import {
	driftsOf,
	emptyWindow,
	noiseFloorOf,
	withPair,
	type NoiseWindow
} from '../measure/noise-floor.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { Calibration } from '../schema/gateway.ts';
import type { NoiseFloor } from '../schema/host.ts';
import { calibrationOfPair } from './calibration.ts';
import type { CoreAccess } from '../core-queue.ts';
import { noiseKernels } from './noise-kernels.ts';
import { measurePair } from './noise-pair.ts';
import { buildKernels, type Kernel } from './own-kernels.ts';
import { pause, whenIdle } from './when-idle.ts';

export type Steadiness = {
	/** Absent until enough pairs were compared. */
	noiseFloor?: NoiseFloor;
	/** Sentences for people: what is not as it was when the runner began. */
	drifts: string[];
};

export type NoiseFloorNeeds = CoreAccess<PooledSandbox> & {
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
			{ drifts: driftsOf(window), ...(noiseFloor ? { noiseFloor } : {}) },
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
