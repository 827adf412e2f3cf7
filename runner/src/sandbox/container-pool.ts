/** Shell: keeps the sub-pools filled, hands out warm containers and removes spent ones. */
import type { ImageName } from '@cyclelab/images/recipes';
import { mostSpent, type PoolMemory, rememberedMs } from './demand.ts';
import type { Engine } from './docker.ts';
import { type SandboxKind, engineLimits } from './limits.ts';
import {
	containerFactory,
	type ContainerOptions,
	type ContainerFactory,
	type ContainerListeners
} from './container-factory.ts';
import { toRemove, toStart, type SubPoolCount, quietMs } from './refill.ts';
import { asSandboxError, engineDown, SandboxError } from './sandbox-error.ts';
import {
	countSubPools,
	emptySubPool,
	recordTake,
	type PooledContainer,
	type SubPool,
	type PooledImage
} from './sub-pool.ts';
import { pooledSandbox, type PooledSandbox } from './pooled-sandbox.ts';
import type { WaitCallbacks, ToolGate } from './tool-gate.ts';

export type ContainerPoolOptions = ContainerOptions & {
	/** Called for every container that could not be started or died while warm. */
	onTrouble?: (trouble: SandboxError) => void;
	/**
	 * For warm and spent tool containers: as many stay warm as the largest recent burst took. Without it, sub-pools keep
	 * their configured size, and spent containers are removed at once.
	 */
	memory?: PoolMemory;
};

export type ContainerPoolParts = {
	engine: Engine;
	options: ContainerPoolOptions;
	gate: ToolGate;
	/** The cores on which tool containers run now. */
	toolCores: () => string;
};

export type ContainerPool = {
	offer: (image: ImageName, stock: PooledImage) => void;
	/** A fresh sandbox. Rejects as `Pool.take`. */
	take: (kind: SandboxKind, image: ImageName, held?: WaitCallbacks) => Promise<PooledSandbox>;
	/** The container behind a taken sandbox. */
	containerOf: (sandbox: PooledSandbox) => PooledContainer | undefined;
	/** Moves tool containers to these cores; idle ones only if `all`, since they move when they are taken. */
	confine: (cores: string, all: boolean) => Promise<void>;
	/** Resolves when no container is being started or removed. */
	settled: () => Promise<unknown>;
	status: () => SubPoolCount[];
	/** Removes the containers of a dead predecessor. */
	open: () => Promise<void>;
	/** Resolves when no container is left. */
	close: () => Promise<void>;
};

type PoolPart = SubPool<PooledSandbox>;
const kinds = ['tools', 'measure', 'audit'] as const;

export function createContainerPool({
	engine,
	options,
	gate,
	toolCores
}: ContainerPoolParts): ContainerPool {
	const subPools: PoolPart[] = [];
	let closed = false;
	let removing = 0;
	/** Containers that are being made or removed. */
	const unsettled = new Set<Promise<void>>();
	const settles = (work: Promise<void>) => {
		unsettled.add(work);
		void work.finally(() => unsettled.delete(work));
		return work;
	};
	const { make, alive, sweeps } = containerFactory({ engine, options, toolCores, settles });

	const givesCell = ({ kind, image }: PoolPart) =>
		engine.givesCell({
			kind,
			cells: options.cells?.includes(image),
			runtime: kind === 'tools' ? options.toolsRuntime : undefined
		});
	const count = () => countSubPools(subPools, options.memory, Date.now(), givesCell);
	const isMeasuring = () =>
		subPools.some(({ kind, taken }) => kind === 'measure' && taken.size > 0);
	const refill = () => {
		if (closed || outage.isOn()) return;
		const counts = count();
		const isQuiet = timers.isQuiet();
		const ready = counts.reduce((sum, { kind, warm }) => sum + (kind === 'tools' ? warm : 0), 0);
		const most = options.memory ? mostSpent(options.memory, ready) : 0;
		const now = { isQuiet, removing, mostSpent: most };
		const [missing, over] = [toStart(counts, now), toRemove(counts, now)];
		for (const [index, subPool] of subPools.entries()) {
			for (let more = missing[index] ?? 0; more > 0; more--) settles(start(subPool));
			const { spent = 0, warm = 0 } = over[index] ?? {};
			const going = [...subPool.spent.splice(0, spent), ...subPool.warm.splice(0, warm)];
			for (const ready of going) void settles(removed(ready));
			const count = counts[index];
			if (isQuiet && count?.taken === 0 && count.warm >= count.size) subPool.takenInBurst = 0;
		}
	};

	const timers = refillTimers(refill);

	const removed = async (ready: PooledContainer) => {
		removing++;
		// A spent container stays on its cores when a measurement begins; move it before it works on its end.
		await ready.confine(toolCores()).catch(() => undefined);
		await ready.release();
		removing--;
		refill();
	};

	/** Notes that a tool begins or ends its work. */
	const works = ({ kind }: PoolPart) => {
		if (kind !== 'measure' && !closed) timers.worked();
	};

	const start = async (subPool: PoolPart) => {
		subPool.starting++;
		const listeners: ContainerListeners = {
			onLost: (lostOne, errorText) => void lost(subPool, lostOne, errorText),
			// No waiting caller is rejected for it.
			onStuck: (reason) => fail(undefined, reason)
		};
		try {
			const ready = await make(subPool, listeners).catch((cause: unknown) => {
				if (closed || asSandboxError(cause).code !== 'CONTAINER_DIED') throw cause;
				// An engine with much to do refuses a container now and then, and has the next one.
				return make(subPool, listeners);
			});
			if (closed) await ready.release();
			else subPool.warm.push(ready);
			subPool.starting--;
			serve(subPool);
		} catch (cause) {
			subPool.starting--;
			fail(subPool, asSandboxError(cause));
		}
	};

	/** A container stopped answering: was it the container, or the whole engine? */
	const lost = async (subPool: PoolPart, ready: PooledContainer, errorText: string) => {
		const waited = subPool.warm.includes(ready);
		subPool.warm = subPool.warm.filter((one) => one !== ready);
		subPool.spent = subPool.spent.filter((one) => one !== ready);
		const reason = (await engine.isUp())
			? new SandboxError('CONTAINER_DIED', `The sandbox ended. ${errorText}`.trim())
			: engineDown();
		ready.supervisor.end(reason);
		void ready.release();
		if (waited) fail(subPool, reason);
	};

	/** Rejects the waiting callers at once; the pool retries after `retryMs`. */
	const fail = (subPool: PoolPart | undefined, reason: SandboxError) => {
		if (closed) return;
		// An outage fails every start at once; report only the first.
		if (!outage.isOn()) options.onTrouble?.(reason);
		for (const { reject } of subPool?.waiting.splice(0) ?? []) reject(reason);
		outage.begin();
	};
	const outage = createOutage({ engine, owner: options.owner, alive, sweeps, onEnd: refill });

	const serve = (subPool: PoolPart) => {
		const { warm, waiting } = subPool;
		while (warm.length > 0 && waiting.length > 0) {
			const ready = warm.shift();
			const next = waiting.shift();
			if (ready && next) next.resolve(handOut(subPool, ready, next.held));
		}
		refill();
	};

	const handOut = (
		subPool: PoolPart,
		ready: PooledContainer,
		held: WaitCallbacks
	): PooledSandbox => {
		const { taken } = subPool;
		let isRetired = false;
		taken.add(ready);
		recordTake(subPool, Date.now());
		timers.taken();
		works(subPool);
		const dispose = async () => {
			// Refill only after the removal, which is work for the engine as well.
			await ready.release();
			if (!taken.delete(ready)) return;
			works(subPool);
			refill();
		};
		const retire = () => {
			const isCheap = ready.container.isCell && !isMeasuring();
			if (isCheap || !ready.supervisor.isIdle()) return void dispose();
			if (!taken.delete(ready)) return;
			isRetired = true;
			ready.forgetUids();
			subPool.spent.push(ready);
			works(subPool);
			refill();
		};
		return pooledSandbox(ready, { gate, held, isRetired: () => isRetired }, { dispose, retire });
	};

	return {
		offer: (image, stock) => {
			subPools.push(...kinds.map((kind) => emptySubPool(image, kind, stock)));
			refill();
		},
		take: (kind, image, held = {}) =>
			new Promise((resolve, reject) => {
				if (closed) return reject(new SandboxError('CLOSED', 'The pool is closed.'));
				const subPool = subPools.find(
					(subPool) => subPool.kind === kind && subPool.image === image
				);
				if (!subPool)
					return reject(new SandboxError('IMAGE_MISSING', `The image ${image} is not built yet.`));
				subPool.waiting.push({ resolve, reject, held });
				outage.forget();
				serve(subPool);
			}),
		containerOf: ({ container }) => [...alive].find((ready) => ready.container.id === container),
		confine: async (cores, all) => {
			const idle = subPools.flatMap(({ warm, spent }) => [...warm, ...spent]);
			const still = new Set(all ? [] : idle);
			const tools = [...alive].filter((one) => one.kind !== 'measure' && !still.has(one));
			await Promise.all(tools.map((tool) => tool.confine(cores)));
		},
		settled: () => Promise.allSettled(unsettled),
		status: count,
		open: () =>
			engine
				.sweep(options.owner, new Set())
				.catch((cause) => fail(undefined, asSandboxError(cause))),
		close: async () => {
			closed = true;
			outage.close();
			timers.close();
			const reason = new SandboxError('CLOSED', 'The pool is closed.');
			for (const { waiting } of subPools)
				for (const { reject } of waiting.splice(0)) reject(reason);
			await Promise.allSettled(unsettled);
			await Promise.allSettled([...alive].map(({ release }) => release()));
			await engine.sweep(options.owner, new Set()).catch(() => undefined);
		}
	};
}

function refillTimers(refill: () => void) {
	let quiet: NodeJS.Timeout | undefined;
	let expired: NodeJS.Timeout | undefined;
	let lastWork = -Infinity;
	return {
		isQuiet: () => performance.now() - lastWork >= quietMs,
		/** A tool begins or ends its work. */
		worked: () => {
			lastWork = performance.now();
			clearTimeout(quiet);
			quiet = setTimeout(refill, quietMs + 1);
		},
		/** A sandbox was taken, which is recorded as demand. */
		taken: () => {
			clearTimeout(expired);
			expired = setTimeout(refill, rememberedMs + 60_000).unref();
		},
		close: () => {
			clearTimeout(quiet);
			clearTimeout(expired);
		}
	};
}

type OutageParts = Pick<ContainerFactory, 'alive' | 'sweeps'> & {
	engine: Engine;
	/** Owner label of the pool's containers. */
	owner: string;
	/** Called after the sweep. */
	onEnd: () => void;
};

type Outage = {
	/** While it is on, the pool starts no containers by itself. */
	isOn: () => boolean;
	begin: () => void;
	/** Ends it without a sweep: a caller asks for a container, which shows whether the engine answers again. */
	forget: () => void;
	close: () => void;
};

function createOutage({ engine, owner, alive, sweeps, onEnd }: OutageParts): Outage {
	let closed = false;
	let retry: NodeJS.Timeout | undefined;
	let sweeping = false;
	const again = () => setTimeout(() => void recover(), engineLimits.retryMs);

	/** After an outage the engine may still run containers that no runner is attached to. */
	const recover = async () => {
		retry = sweeping ? again() : undefined;
		if (closed || sweeping) return;
		sweeping = true;
		const known = new Set([...alive].map(({ container }) => container.id));
		await engine.sweep(owner, known).then(sweeps(), () => undefined);
		sweeping = false;
		onEnd();
	};

	return {
		isOn: () => retry !== undefined,
		begin: () => {
			retry ??= again();
		},
		forget: () => {
			clearTimeout(retry);
			retry = undefined;
		},
		close: () => {
			closed = true;
			clearTimeout(retry);
		}
	};
}
