/**
 * Shell: measures this processor's own caches while the runner has nothing to do, one working set at a time. Gives way the
 * moment there is a job, and goes on where it was.
 */
import type { Target } from '@cyclelab/exercises/schema';
import { hierarchyOf } from '../host/measured-caches.ts';
import { isVague, width, type SweptPoint } from '../measure/knees.ts';
import { honestInterval } from '../measure/ratio.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { MeasuredCaches } from '../schema/gateway.ts';
import { cacheKernel, workingSet } from './cache-kernel.ts';
import type { CoreAccess } from '../core-queue.ts';
import { buildKernels, measureKernel, type Kernel } from './own-kernels.ts';
import { pause, whenIdle } from './when-idle.ts';

export type CacheWatchNeeds = CoreAccess<PooledSandbox> & {
	target: Target;
	/** Working sets, ascending, bytes. */
	sizes: readonly number[];
	/** Whether there is no job and jobs could be done. */
	isIdle: () => boolean;
	/** Called after every finished sweep. */
	onChange: (caches: MeasuredCaches) => void;
	log: { debug: (facts: object, message: string) => void };
	/** Milliseconds; other ones for tests. */
	pauses?: typeof cachePausesMs;
};

export const cachePausesMs = {
	/** Before the first size: who has just started a site wants to run something. */
	first: 60_000,
	/** Between two sizes, each of which takes one second to three. */
	between: 1000,
	/** Until it is looked again whether it is idle: half a minute without a job (`main.ts`). */
	disturbed: 5_000,
	/** Neighbours on the same processor come and go, and a shared cache's share with them. */
	again: 6 * 3600 * 1000,
	/** After a sweep of which too many sizes were disturbed. */
	unfinished: 10 * 60 * 1000,
	/** How often we look whether somebody else wants the core. */
	look: 10
};

/** A size of which too many samples are disturbed so often is left out; of vague points the narrowest is kept. */
const triesAtMost = 3;

/** Ends with `close`, which resolves when nothing of it runs any more. */
export function watchCaches(needs: CacheWatchNeeds): { close: () => Promise<void> } {
	const pauses = needs.pauses ?? cachePausesMs;
	const closing = new AbortController();
	const { signal: closed } = closing;
	const idle = { coreQueue: needs.coreQueue, isIdle: needs.isIdle, lookMs: pauses.look };
	let kernel: Kernel | undefined;

	const measureOnce = async (size: number, seed: number, signal: AbortSignal) => {
		kernel ??= (await buildKernels(needs, [cacheKernel], needs.target, signal))[0];
		if (!kernel) return [];
		const place = { variant: cacheKernel.kind, parameters: { [workingSet]: size } };
		const found = await measureKernel(needs, kernel, [place], seed, signal);
		return found.map(({ measured }): SweptPoint => {
			return { value: size, cost: honestInterval(measured) };
		});
	};

	/** The first point that is not vague, else the narrowest; undefined if its samples were disturbed again and again. */
	const measured = async (size: number): Promise<SweptPoint | undefined> => {
		let best: SweptPoint | undefined;
		for (let tries = 0; tries < triesAtMost && !closed.aborted;) {
			let points: SweptPoint[] = [];
			const began = await whenIdle(idle, closed, async (signal) => {
				points = await measureOnce(size, tries, signal);
				tries += 1;
			}).catch((cause: unknown) => {
				needs.log.debug({ err: cause, size }, 'the caches were not measured');
				return false;
			});
			const [point] = points;
			if (point && (!best || width(point) < width(best))) best = point;
			if (best && !isVague(best)) break;
			await pause(began ? pauses.between : pauses.disturbed, closed);
		}
		return best;
	};

	/** Whether it reported anything. */
	const sweep = async (): Promise<boolean> => {
		const points: SweptPoint[] = [];
		for (const size of needs.sizes) {
			const point = await measured(size);
			if (point) points.push(point);
			await pause(pauses.between, closed);
			if (closed.aborted) return false;
		}
		const hierarchy = hierarchyOf(points, needs.sizes.length);
		if (hierarchy) needs.onChange({ at: new Date().toISOString(), ...hierarchy });
		return hierarchy !== undefined;
	};

	const loop = async () => {
		await pause(pauses.first, closed);
		while (!closed.aborted) {
			const told = await sweep();
			await pause(told ? pauses.again : pauses.unfinished, closed);
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
