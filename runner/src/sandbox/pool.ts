/** Shell: sandboxes that wait, ready. Each serves one job and is thrown away. */
import type { ImageName } from '@cyclelab/images/recipes';
import { connectEngine, type Engine } from './docker.ts';
import type { Kind } from './limits.ts';
import { measuringCore, processorsOf } from './measuring-core.ts';
import type { ShelfCount } from './refill.ts';
import type { Stock } from './shelf.ts';
import { createStoreroom, type StoreroomOptions } from './storeroom.ts';
import type { PooledSandbox } from './taken.ts';
import { createToolGate, type Held } from './tool-gate.ts';

export type PoolOptions = StoreroomOptions & { engine?: Engine };

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

/** Removes what a dead predecessor left. What is offered is then filled in the background. */
export async function openPool(options: PoolOptions): Promise<Pool> {
	const engine = options.engine ?? connectEngine();
	const gate = createToolGate();
	const cores = processorsOf(options.cores);
	const toolCores = () => core.toolCores();
	const storeroom = createStoreroom({ engine, options, gate, toolCores });
	const core = measuringCore(options.cores, (cores) =>
		storeroom.confine(cores, cores === options.cores.idle)
	);
	const { take, readyOf } = storeroom;

	const disposing = (sandbox: PooledSandbox, dispose: () => Promise<void>): PooledSandbox => ({
		...sandbox,
		dispose,
		// What measured is gone before anything else may have its core.
		leave: () => void dispose().catch(() => undefined)
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
		return disposing(sandbox, sandbox.dispose);
	};

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

	await storeroom.open();
	return {
		offer: storeroom.offer,
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
				await storeroom.settled();
				await readyOf(sandbox)?.confine(cores.join(','));
				signal.throwIfAborted();
			} catch (cause) {
				await dispose().catch(() => undefined);
				throw cause;
			}
			return disposing(sandbox, dispose);
		},
		cores,
		status: storeroom.status,
		close: storeroom.close
	};
}
