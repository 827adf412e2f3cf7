/** Shell: keeps the shelves filled, gives out what stands on them, and takes away what has served. */
import type { ImageName } from '@cyclelab/images/recipes';
import { mostSpent, rememberedMs, type Memory } from './demand.ts';
import type { Engine } from './docker.ts';
import { engineLimits, type Kind } from './limits.ts';
import { readyMaker, type ContainerOptions } from './ready.ts';
import { quietMs, toRemove, toStart, type ShelfCount } from './refill.ts';
import { asSandboxError, engineDown, SandboxError } from './sandbox-error.ts';
import {
	countShelves,
	emptyShelf,
	noteDemand,
	type Ready,
	type Shelf as ShelfOf,
	type Stock
} from './shelf.ts';
import { takenFrom, type PooledSandbox } from './taken.ts';
import type { Held, ToolGate } from './tool-gate.ts';

export type StoreroomOptions = ContainerOptions & {
	/** Hears of every container that could not be made or died while it waited. */
	onTrouble?: (trouble: SandboxError) => void;
	/**
	 * For containers of tools that wait or have served: as many stay warm as were taken without a pause lately. Without it,
	 * as many as are in stock, and there is none for any that have served.
	 */
	memory?: Memory;
};

export type StoreroomParts = {
	engine: Engine;
	options: StoreroomOptions;
	gate: ToolGate;
	/** Where a container of tools belongs now. */
	toolCores: () => string;
};

export type Storeroom = {
	offer: (image: ImageName, stock: Stock) => void;
	/** One that nobody has used. Rejects as `Pool.take`. */
	take: (kind: Kind, image: ImageName, held?: Held) => Promise<PooledSandbox>;
	/** The container of one that is taken. */
	readyOf: (sandbox: PooledSandbox) => Ready | undefined;
	/** Moves tools to these cores; those in which nothing runs only if `all`: they move when they are taken. */
	confine: (cores: string, all: boolean) => Promise<void>;
	/** Resolves when the engine does nothing for it any more. */
	settled: () => Promise<unknown>;
	status: () => ShelfCount[];
	/** Removes what a dead predecessor left. */
	open: () => Promise<void>;
	/** Resolves when no container is left. */
	close: () => Promise<void>;
};

type Shelf = ShelfOf<PooledSandbox>;
const kinds = ['tools', 'measure'] as const;

export function createStoreroom({ engine, options, gate, toolCores }: StoreroomParts): Storeroom {
	const shelves: Shelf[] = [];
	let closed = false;
	let retry: NodeJS.Timeout | undefined;
	/** Looks again when what was in demand is so no more. */
	let calm: NodeJS.Timeout | undefined;
	/** Looks again when all has been quiet for a while. */
	let pause: NodeJS.Timeout | undefined;
	let lastWork = -Infinity;
	let removing = 0;
	let sweeping = false;
	/** Containers that are being made or removed. */
	const unsettled = new Set<Promise<void>>();
	const settles = (work: Promise<void>) => {
		unsettled.add(work);
		void work.finally(() => unsettled.delete(work));
		return work;
	};
	const { make, alive, sweeps } = readyMaker({ engine, options, toolCores, settles });

	const count = () => countShelves(shelves, options.memory, Date.now());
	const refill = () => {
		if (closed || retry) return;
		const counts = count();
		const isQuiet = performance.now() - lastWork >= quietMs;
		const ready = counts.reduce((sum, { kind, warm }) => sum + (kind === 'tools' ? warm : 0), 0);
		const most = options.memory ? mostSpent(options.memory, ready) : 0;
		const now = { isQuiet, removing, mostSpent: most };
		const [missing, over] = [toStart(counts, now), toRemove(counts, now)];
		for (const [index, shelf] of shelves.entries()) {
			for (let more = missing[index] ?? 0; more > 0; more--) settles(start(shelf));
			const { spent = 0, warm = 0 } = over[index] ?? {};
			const going = [...shelf.spent.splice(0, spent), ...shelf.warm.splice(0, warm)];
			for (const ready of going) void settles(removed(ready));
			const count = counts[index];
			if (isQuiet && count?.taken === 0 && count.warm >= count.size) shelf.takenInSpell = 0;
		}
	};

	const removed = async (ready: Ready) => {
		removing++;
		// It was left where it was when a measurement began.
		await ready.confine(toolCores()).catch(() => undefined);
		await ready.release();
		removing--;
		refill();
	};

	/** A tool begins or ends its work. */
	const works = ({ kind }: Shelf) => {
		if (kind !== 'tools' || closed) return;
		lastWork = performance.now();
		clearTimeout(pause);
		pause = setTimeout(refill, quietMs + 1);
	};

	const start = async (shelf: Shelf) => {
		shelf.starting++;
		try {
			const ready = await make(shelf, {
				onLost: (lostOne, errorText) => void lost(shelf, lostOne, errorText),
				// Nobody who waits ends for it.
				onStuck: (reason) => fail(undefined, reason)
			});
			if (closed) await ready.release();
			else shelf.warm.push(ready);
			shelf.starting--;
			serve(shelf);
		} catch (cause) {
			shelf.starting--;
			fail(shelf, asSandboxError(cause));
		}
	};

	/** A container stopped answering: was it the container, or the whole engine? */
	const lost = async (shelf: Shelf, ready: Ready, errorText: string) => {
		const waited = shelf.warm.includes(ready);
		shelf.warm = shelf.warm.filter((one) => one !== ready);
		shelf.spent = shelf.spent.filter((one) => one !== ready);
		const reason = (await engine.answers())
			? new SandboxError('CONTAINER_DIED', `The sandbox ended. ${errorText}`.trim())
			: engineDown();
		ready.conversation.end(reason);
		void ready.release();
		if (waited) fail(shelf, reason);
	};

	/** Whoever waits hears at once; the pool tries again a little later. */
	const fail = (shelf: Shelf | undefined, reason: SandboxError) => {
		if (closed) return;
		// An outage fails every start at once; one of them tells of it.
		if (!retry) options.onTrouble?.(reason);
		for (const { reject } of shelf?.waiting.splice(0) ?? []) reject(reason);
		retry ??= again();
	};
	const again = () => setTimeout(() => void recover(), engineLimits.retryMs);

	/** After an outage the engine may still run containers nobody is attached to. */
	const recover = async () => {
		retry = sweeping ? again() : undefined;
		if (closed || sweeping) return;
		sweeping = true;
		const known = new Set([...alive].map(({ container }) => container.id));
		await engine.sweep(options.owner, known).then(sweeps(), () => undefined);
		sweeping = false;
		refill();
	};

	const serve = (shelf: Shelf) => {
		const { warm, waiting } = shelf;
		while (warm.length > 0 && waiting.length > 0) {
			const ready = warm.shift();
			const next = waiting.shift();
			if (ready && next) next.resolve(handOut(shelf, ready, next.held));
		}
		refill();
	};

	const handOut = (shelf: Shelf, ready: Ready, held: Held): PooledSandbox => {
		const { taken } = shelf;
		let hasLeft = false;
		taken.add(ready);
		noteDemand(shelf, Date.now());
		clearTimeout(calm);
		calm = setTimeout(refill, rememberedMs + 60_000).unref();
		works(shelf);
		const dispose = async () => {
			// Refilled only after it is gone: removing it is work for the engine as well.
			await ready.release();
			if (!taken.delete(ready)) return;
			works(shelf);
			refill();
		};
		const leave = () => {
			if (!ready.conversation.isIdle()) return void dispose();
			if (!taken.delete(ready)) return;
			hasLeft = true;
			ready.forgetUids();
			shelf.spent.push(ready);
			works(shelf);
			refill();
		};
		return takenFrom(ready, { gate, held, hasLeft: () => hasLeft }, { dispose, leave });
	};

	return {
		offer: (image, stock) => {
			shelves.push(...kinds.map((kind) => emptyShelf(image, kind, stock)));
			refill();
		},
		take: (kind, image, held = {}) =>
			new Promise((resolve, reject) => {
				if (closed) return reject(new SandboxError('CLOSED', 'The pool is closed.'));
				const shelf = shelves.find((one) => one.kind === kind && one.image === image);
				if (!shelf)
					return reject(new SandboxError('IMAGE_MISSING', `The image ${image} is not there yet.`));
				shelf.waiting.push({ resolve, reject, held });
				clearTimeout(retry);
				retry = undefined;
				serve(shelf);
			}),
		readyOf: ({ container }) => [...alive].find((ready) => ready.container.id === container),
		confine: async (cores, all) => {
			const resting = shelves.flatMap(({ warm, spent }) => [...warm, ...spent]);
			const still = new Set(all ? [] : resting);
			const tools = [...alive].filter((one) => one.kind === 'tools' && !still.has(one));
			await Promise.all(tools.map((one) => one.confine(cores)));
		},
		settled: () => Promise.allSettled(unsettled),
		status: count,
		open: () =>
			engine
				.sweep(options.owner, new Set())
				.catch((cause) => fail(undefined, asSandboxError(cause))),
		close: async () => {
			closed = true;
			for (const timer of [retry, calm, pause]) clearTimeout(timer);
			const reason = new SandboxError('CLOSED', 'The pool is closed.');
			for (const { waiting } of shelves) for (const { reject } of waiting.splice(0)) reject(reason);
			await Promise.allSettled(unsettled);
			await Promise.allSettled([...alive].map(({ release }) => release()));
			await engine.sweep(options.owner, new Set()).catch(() => undefined);
		}
	};
}
