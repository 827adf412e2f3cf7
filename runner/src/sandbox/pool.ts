/** Shell: containers that wait, ready. Each serves one job and is thrown away. */
import type { ImageName } from '@cyclelab/images/recipes';
import { mostSpent, rememberedMs, type Memory } from './demand.ts';
import { connectEngine, type Engine } from './docker.ts';
import { engineLimits, type Kind } from './limits.ts';
import { measuringCore, processorsOf } from './measuring-core.ts';
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
import { createToolGate, type Held } from './tool-gate.ts';

export type PoolOptions = ContainerOptions & {
	/** Hears of every container that could not be made or died while it waited. */
	onTrouble?: (trouble: SandboxError) => void;
	/**
	 * For containers of tools that wait or have served: as many stay warm as were taken without a pause lately. Without it,
	 * as many as are in stock, and there is none for any that have served.
	 */
	memory?: Memory;
	engine?: Engine;
};

export type PoolStatus = ShelfCount[];

export type Pool = {
	/** Offers sandboxes of an image, which must exist. */
	offer: (image: ImageName, stock: Stock) => void;
	/**
	 * A sandbox nobody has used. Rejects with a `SandboxError`, quickly if the engine is down or the image not offered.
	 * Tools wait while somebody measures with every core, before they are there and before every step: `held` hears of it.
	 * One that measures waits while another runner of this host measures on the same core.
	 */
	take: (kind: Kind, image: ImageName, held?: Held) => Promise<PooledSandbox>;
	/**
	 * A sandbox that measures with every core there is (`cores`), when no tool works any more; none does until it is
	 * disposed of. `onWait`: tools or another such measurement still work. Rejects with the signal's reason if aborted meanwhile.
	 */
	takeWhole: (image: ImageName, signal: AbortSignal, onWait?: () => void) => Promise<PooledSandbox>;
	/** Processors of this pool, the measuring one first. */
	cores: readonly number[];
	/** One entry for each image and kind. */
	status: () => PoolStatus;
	/** Resolves when no container of this pool is left. */
	close: () => Promise<void>;
};

/** First part of the name of the container that measures; the core's number follows. */
export const measuringName = 'cyclelab-measures-on-';

type Shelf = ShelfOf<PooledSandbox>;

/** Removes what a dead predecessor left. What is offered is then filled in the background. */
export async function openPool(options: PoolOptions): Promise<Pool> {
	const engine = options.engine ?? connectEngine();
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
	const gate = createToolGate();
	const cores = processorsOf(options.cores);
	const settles = (work: Promise<void>) => {
		unsettled.add(work);
		void work.finally(() => unsettled.delete(work));
		return work;
	};
	const toolCores = () => core.toolCores();
	const { make, alive, swept } = readyMaker({ engine, options, toolCores, settles });
	const core = measuringCore(options.cores, async (cores) => {
		// In those that wait or have served nothing runs: off the core they need not move until they are taken.
		const resting = shelves.flatMap(({ warm, spent }) => [...warm, ...spent]);
		const still = new Set(cores === options.cores.idle ? [] : resting);
		const tools = [...alive].filter((one) => one.kind === 'tools' && !still.has(one));
		await Promise.all(tools.map(({ confine }) => confine(cores)));
	});

	/**
	 * To measure is to have the container with the core's name: the runners of a host share its engine, and the engine knows
	 * a name once. Whichever way a runner ends, its name is free when the engine has removed what measured, and not before.
	 */
	const toMeasure = async (image: ImageName, held: Held) => {
		const sandbox = await core.lend(await take('measure', image));
		try {
			await readyOf(sandbox)?.container.claim(`${measuringName}${cores[0]}`, held);
		} catch (cause) {
			await sandbox.dispose().catch(() => undefined);
			throw cause;
		}
		// The core and its name are free when it is gone.
		return { ...sandbox, leave: () => void sandbox.dispose().catch(() => undefined) };
	};
	const readyOf = ({ container }: PooledSandbox) =>
		[...alive].find((ready) => ready.container.id === container);

	const kinds = ['tools', 'measure'] as const;
	const count = () => countShelves(shelves, options.memory, Date.now());
	const refill = () => {
		if (closed || retry) return;
		const counts = count();
		const isQuiet = performance.now() - lastWork >= quietMs;
		const waiting = counts.reduce((sum, { kind, warm }) => sum + (kind === 'tools' ? warm : 0), 0);
		const most = options.memory ? mostSpent(options.memory, waiting) : 0;
		const now = { isQuiet, removing, mostSpent: most };
		const [missing, over] = [toStart(counts, now), toRemove(counts, now)];
		for (const [index, shelf] of shelves.entries()) {
			for (let more = missing[index] ?? 0; more > 0; more--) settles(start(shelf));
			const { spent = 0, warm = 0 } = over[index] ?? {};
			const going = [...shelf.spent.splice(0, spent), ...shelf.warm.splice(0, warm)];
			for (const ready of going) void removed(ready);
			const count = counts[index];
			if (isQuiet && count?.taken === 0 && count.warm >= count.size) shelf.takenInSpell = 0;
		}
	};

	const removed = async (ready: Ready) => {
		removing++;
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
		retry ??= setTimeout(() => void recover(), engineLimits.retryMs);
	};

	/** After an outage the engine may still run containers nobody is attached to. */
	const recover = async () => {
		retry = undefined;
		if (closed || sweeping) return;
		sweeping = true;
		const known = new Set([...alive].map(({ container }) => container.id));
		await engine.sweep(options.owner, known).then(swept, () => undefined);
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

	await engine
		.sweep(options.owner, new Set())
		.catch((cause) => fail(undefined, asSandboxError(cause)));

	const take = (kind: Kind, image: ImageName, held: Held = {}) =>
		new Promise<PooledSandbox>((resolve, reject) => {
			if (closed) return reject(new SandboxError('CLOSED', 'The pool is closed.'));
			const shelf = shelves.find((one) => one.kind === kind && one.image === image);
			if (!shelf)
				return reject(new SandboxError('IMAGE_MISSING', `The image ${image} is not there yet.`));
			shelf.waiting.push({ resolve, reject, held });
			clearTimeout(calm);
			calm = setTimeout(refill, rememberedMs + 60_000).unref();
			clearTimeout(retry);
			retry = undefined;
			serve(shelf);
		});

	const takeTools = async (image: ImageName, held?: Held) => {
		const sandbox = await take('tools', image, held);
		try {
			await readyOf(sandbox)?.confine(toolCores());
		} catch (cause) {
			await sandbox.dispose().catch(() => undefined);
			throw cause;
		}
		return sandbox;
	};

	return {
		offer: (image, stock) => {
			shelves.push(...kinds.map((kind) => emptyShelf(image, kind, stock)));
			refill();
		},
		take: async (kind, image, held) =>
			kind === 'measure'
				? toMeasure(image, held ?? {})
				: gate.work(() => takeTools(image, held), held),
		takeWhole: async (image, signal, onWait) => {
			const sandbox = await toMeasure(image, { signal });
			let open = () => {};
			const dispose = () => sandbox.dispose().finally(() => open());
			try {
				open = await gate.clear(signal, onWait);
				// The engine's own work is no tool's, but it would take the same cores.
				await Promise.allSettled(unsettled);
				await readyOf(sandbox)?.confine(cores.join(','));
				signal.throwIfAborted();
			} catch (cause) {
				await dispose().catch(() => undefined);
				throw cause;
			}
			return { ...sandbox, dispose };
		},
		cores,
		status: count,
		close: async () => {
			closed = true;
			clearTimeout(retry);
			clearTimeout(calm);
			clearTimeout(pause);
			const reason = new SandboxError('CLOSED', 'The pool is closed.');
			for (const { waiting } of shelves) for (const { reject } of waiting.splice(0)) reject(reason);
			await Promise.allSettled(unsettled);
			await Promise.allSettled([...alive].map(({ release }) => release()));
			await engine.sweep(options.owner, new Set()).catch(() => undefined);
		}
	};
}
