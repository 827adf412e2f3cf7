/** The containers of one image and kind by state (warm, taken, spent), and the queue of callers that wait for one. */
import type { ImageName } from '@cyclelab/images/recipes';
import type { SupervisorClient } from './supervisor-client.ts';
import { mostWarm, withTake, peakOf, shareEvenly, type Demand, type PoolMemory } from './demand.ts';
import type { Container } from './docker.ts';
import type { SandboxKind } from './limits.ts';
import type { SubPoolCount } from './refill.ts';
import type { SandboxError } from './sandbox-error.ts';
import type { WaitCallbacks } from './tool-gate.ts';

/** An image of the pool: its tag (the image contains the supervisor), and the least number of warm containers by kind. */
export type PooledImage = {
	tag: string;
	sizes: Record<Exclude<SandboxKind, 'audit'>, number>;
	/** CPU weight of its tools against other containers on the same core; 1024 is the engine's default. */
	weight?: number;
};

/** A container with a configured supervisor. */
export type PooledContainer = {
	kind: SandboxKind;
	container: Container;
	supervisor: SupervisorClient;
	/** Moves the container to these cores unless it is on them already. As `Container.confine`. */
	confine: (cores: string) => Promise<void>;
	/** Returns its uids: no step will run in this container again. */
	forgetUids: () => void;
	release: () => Promise<void>;
};

/** A caller in the queue; `Given` is the type of sandbox it gets. */
export type Waiter<Given> = {
	resolve: (given: Given) => void;
	reject: (reason: SandboxError) => void;
	held: WaitCallbacks;
};

export type SubPool<Given> = {
	image: ImageName;
	kind: SandboxKind;
	stock: PooledImage;
	warm: PooledContainer[];
	starting: number;
	waiting: Waiter<Given>[];
	taken: Set<PooledContainer>;
	/** Oldest first. */
	spent: PooledContainer[];
	/** Containers taken since the sub-pool was last full and quiet. */
	takenInBurst: number;
	demand: Demand;
};

export const emptySubPool = <Given>(
	image: ImageName,
	kind: SandboxKind,
	stock: PooledImage
): SubPool<Given> => ({
	image,
	kind,
	stock,
	warm: [],
	starting: 0,
	waiting: [],
	taken: new Set(),
	spent: [],
	takenInBurst: 0,
	demand: new Map()
});

/** Records that a container was handed out. Requests that fail are no demand. */
export function recordTake<Given>(subPool: SubPool<Given>, nowMs: number): void {
	subPool.takenInBurst++;
	subPool.demand = withTake(subPool.demand, nowMs, subPool.takenInBurst);
}

/**
 * The counts of every sub-pool.
 * @param memory for warm tool containers, all images together: each image with a warm minimum keeps as many warm as
 * its largest recent burst. Measuring containers always keep their configured size, since one measures at a time.
 * Without `memory`, every sub-pool keeps its configured size.
 */
export function countSubPools<Given>(
	subPools: readonly SubPool<Given>[],
	memory: PoolMemory | undefined,
	nowMs: number,
	givesCell: (subPool: SubPool<Given>) => boolean
): SubPoolCount[] {
	const wanted = subPools.map(({ kind, stock, demand }) =>
		kind === 'tools' && stock.sizes.tools > 0
			? Math.max(stock.sizes.tools, peakOf(demand, nowMs))
			: 0
	);
	const given = memory === undefined ? [] : shareEvenly(wanted, mostWarm(memory));
	return subPools.map((subPool, index) => {
		const { image, kind, stock, warm, starting, waiting, taken, spent } = subPool;
		return {
			image,
			kind,
			starting,
			size:
				(kind === 'tools' ? given[index] : undefined) ?? (kind === 'audit' ? 0 : stock.sizes[kind]),
			warm: warm.length,
			waiting: waiting.length,
			taken: taken.size,
			spent: spent.length,
			...(givesCell(subPool) && { cells: true })
		};
	});
}
