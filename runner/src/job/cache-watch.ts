/**
 * Shell: measures this processor's own caches, and what events cost on its core, while the runner has nothing to do, one working set at a time. Gives way the
 * moment there is a job, and goes on where it was.
 */
import type { Parameters, Target } from '@cyclelab/exercises/schema';
import { hierarchyOf } from '../host/measured-caches.ts';
import { isVague, width, type SweptPoint } from '../measure/knees.ts';
import { honestInterval } from '@cyclelab/contract/measure/ratio';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { MeasuredCaches } from '@cyclelab/contract/schema/gateway';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import { cacheKernel, workingSet } from './cache-kernel.ts';
import type { CoreAccess } from '../core-queue.ts';
import { eventCosts, eventKernels } from './event-kernels.ts';
import { buildKernels, measureKernel, type Kernel, type OwnSource } from './own-kernels.ts';
import { pause, whenIdle } from './when-idle.ts';

type CacheWatchNeeds = CoreAccess<PooledSandbox> & {
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
	/** What is measured behind the sizes; fewer for tests. */
	kernels?: typeof eventKernels;
};

const cachePausesMs = {
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

/** A kernel at its parameters, and the working set that is swept, bytes. */
type Swept = { source: OwnSource; parameters: Parameters; value: number };

/** Ends with `close`, which resolves when nothing of it runs any more. */
export function watchCaches(needs: CacheWatchNeeds): { close: () => Promise<void> } {
	const pauses = needs.pauses ?? cachePausesMs;
	const closing = new AbortController();
	const { signal: closed } = closing;
	const idle = { coreQueue: needs.coreQueue, isIdle: needs.isIdle, lookMs: pauses.look };
	const kernels = new Map<OwnSource, Kernel>();

	const measureOnce = async (
		{ source, parameters, value }: Swept,
		seed: number,
		signal: AbortSignal
	) => {
		const kernel =
			kernels.get(source) ?? (await buildKernels(needs, [source], needs.target, signal))[0];
		if (!kernel) return [];
		kernels.set(source, kernel);
		const place = { variant: source.kind, parameters };
		const found = await measureKernel(needs, kernel, [place], seed, signal);
		return found.map(({ measured }): SweptPoint => ({ value, cost: honestInterval(measured) }));
	};

	/** The first point that is not vague, else the narrowest; undefined if its samples were disturbed again and again. */
	const measured = async (swept: Swept): Promise<SweptPoint | undefined> => {
		let best: SweptPoint | undefined;
		for (let tries = 0; tries < triesAtMost && !closed.aborted;) {
			let points: SweptPoint[] = [];
			const began = await whenIdle(idle, closed, async (signal) => {
				points = await measureOnce(swept, tries, signal);
				tries += 1;
			}).catch((cause: unknown) => {
				const { parameters } = swept;
				needs.log.debug({ err: cause, parameters }, 'the caches were not measured');
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
			const parameters = { [workingSet]: size };
			const point = await measured({ source: cacheKernel, parameters, value: size });
			if (point) points.push(point);
			await pause(pauses.between, closed);
			if (closed.aborted) return false;
		}
		const hierarchy = hierarchyOf(points, needs.sizes.length);
		if (!hierarchy) return false;
		const costs = new Map<string, Interval>();
		for (const { id, source, parameters, target = needs.target } of needs.kernels ?? eventKernels) {
			if (target !== needs.target) continue;
			const point = await measured({ source, parameters, value: 0 });
			if (point) costs.set(id, point.cost);
			await pause(pauses.between, closed);
			if (closed.aborted) return false;
		}
		const events = eventCosts(costs, hierarchy.levels[1]?.cyclesPerLoad);
		needs.onChange({ at: new Date().toISOString(), ...hierarchy, events });
		return true;
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
