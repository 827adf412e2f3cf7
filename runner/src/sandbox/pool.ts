/** Shell: the pool of warm sandboxes. Each is used by one job and then removed. */
import { defined } from '@cyclelab/contract/defined';
import type { ImageName } from '@cyclelab/images/recipes';
import { cellEngine } from './cell-engine.ts';
import { connectEngine, type Engine } from './docker.ts';
import type { SandboxKind } from './limits.ts';
import { measuringCore, processorsOf } from './measuring-core.ts';
import type { SubPoolCount } from './refill.ts';
import type { PooledImage } from './sub-pool.ts';
import { createContainerPool, type ContainerPoolOptions } from './container-pool.ts';
import type { PooledSandbox } from './pooled-sandbox.ts';
import { createToolGate, type WaitCallbacks } from './tool-gate.ts';

export type PoolOptions = ContainerPoolOptions & {
	engine?: Engine;
	/** Called once if the host refuses cells, with a sentence. Containers are used then. */
	onCellsRefused?: (sentence: string) => void;
};

export type PoolStatus = SubPoolCount[];

export type Pool = {
	/** Offers sandboxes of an image, which must exist. */
	offer: (image: ImageName, stock: PooledImage) => void;
	/**
	 * A fresh sandbox. Rejects with a `SandboxError`, quickly if the engine is down or the image not offered.
	 * Tool sandboxes wait while a measurement has all cores, before they are handed out and before every step; the
	 * callbacks in `held` are called then. An audit sandbox counts as a tool sandbox.
	 * A measuring sandbox waits while another runner of this host measures on the same core.
	 */
	take: (kind: SandboxKind, image: ImageName, held?: WaitCallbacks) => Promise<PooledSandbox>;
	/**
	 * A sandbox that measures with all cores (`cores`). Resolves when no tool works; tools wait until it is disposed of.
	 * `onHeld`: called if another runner of this host measures on the same core. `onWait`: called if tools or another such
	 * measurement still work. Rejects with the signal's reason if aborted.
	 */
	takeWhole: (
		image: ImageName,
		signal: AbortSignal,
		waits?: { onHeld?: () => void; onWait?: () => void }
	) => Promise<PooledSandbox>;
	/** Processors of this pool, the measuring one first. */
	cores: readonly number[];
	/** One entry for each image and kind. */
	status: () => PoolStatus;
	/** Resolves when no container of this pool is left. */
	close: () => Promise<void>;
};

/** Prefix of the measuring container's name; the core's number follows. */
export const measuringName = 'cyclelab-measures-on-';

/** Removes the containers of a dead predecessor. Offered images are then filled in the background. */
export async function openPool(options: PoolOptions): Promise<Pool> {
	const engine = cellEngine(options.engine ?? connectEngine(), (sentence) =>
		options.onCellsRefused?.(sentence)
	);
	const gate = createToolGate();
	const cores = processorsOf(options.cores);
	const toolCores = () => core.toolCores();
	const containers = createContainerPool({ engine, options, gate, toolCores });
	const core = measuringCore(options.cores, (cores) =>
		containers.confine(cores, cores === options.cores.idle)
	);
	const { take, containerOf: readyOf } = containers;

	const disposing = (sandbox: PooledSandbox, dispose: () => Promise<void>): PooledSandbox => ({
		...sandbox,
		dispose,
		// The measuring container is removed before anything else gets its core.
		retire: () => void dispose().catch(() => undefined)
	});

	/**
	 * The container with the core's name is the lock on the core: the runners of a host share its engine, where a name is
	 * unique. However a runner ends, the name is free when the engine has removed the measuring container, not before.
	 */
	const toMeasure = async (image: ImageName, held: WaitCallbacks) => {
		const sandbox = await core.lend(await take('measure', image));
		try {
			await readyOf(sandbox)?.container.claim(`${measuringName}${cores[0]}`, held);
		} catch (cause) {
			await sandbox.dispose().catch(() => undefined);
			throw cause;
		}
		return disposing(sandbox, sandbox.dispose);
	};

	const takeTools = async (kind: SandboxKind, image: ImageName, held?: WaitCallbacks) => {
		const sandbox = await take(kind, image, held);
		try {
			await readyOf(sandbox)?.confine(toolCores());
		} catch (cause) {
			await sandbox.dispose().catch(() => undefined);
			throw cause;
		}
		return sandbox;
	};

	await containers.open();
	return {
		offer: containers.offer,
		take: async (kind, image, held) =>
			kind === 'measure'
				? toMeasure(image, held ?? {})
				: gate.work(() => takeTools(kind, image, held), held),
		takeWhole: async (image, signal, { onHeld, onWait } = {}) => {
			const sandbox = await toMeasure(image, { ...defined({ onHeld }), signal });
			let open = () => {};
			const dispose = () => sandbox.dispose().finally(() => open());
			try {
				open = await gate.clear(signal, onWait);
				// The engine's own work (starts, removals) would take the same cores.
				await containers.settled();
				await readyOf(sandbox)?.confine(cores.join(','));
				signal.throwIfAborted();
			} catch (cause) {
				await dispose().catch(() => undefined);
				throw cause;
			}
			return disposing(sandbox, dispose);
		},
		cores,
		status: containers.status,
		close: async () => {
			await containers.close();
			await engine.close();
		}
	};
}
