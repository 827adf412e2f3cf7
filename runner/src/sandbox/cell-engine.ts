/**
 * Shell: an engine that gives cells for sandboxes of tools where it can: one long-lived container for each image holds them.
 * Where the host refuses cells, or a container is full, it gives containers.
 */
import type { ImageName } from '@cyclelab/images/recipes';
import { mostCells } from './cell-words.ts';
import { cellHost, type CellHost } from './cell-host.ts';
import { cellsAppArmor, cellsOptions } from './cells-profile.ts';
import type { Container, Engine } from './docker.ts';
import type { ContainerWish } from './profile.ts';
import { asSandboxError, type SandboxError } from './sandbox-error.ts';

/**
 * Images whose tools execute nothing that a learner wrote, except qemu, which translates it. Macros of Crystal start
 * programs, and RyuJIT's code of C# runs on the processor while it is listed: those two keep a container for each job.
 */
export const imagesWithCells: readonly ImageName[] = ['cc', 'rust', 'go', 'osaca'];

/** For a host with AppArmor: the profile may be missing from its kernel. */
const appArmorRemedy = `Load AppArmor's profile ${cellsAppArmor} (docs/operating.md, "AppArmor") and start the runner again.`;

export type CellEngine = Engine & {
	/** Removes the containers of the cells. */
	close: () => Promise<void>;
};

/** @param onRefusal called once if the host refuses cells, with a sentence about it */
export function cellEngine(engine: Engine, onRefusal: (sentence: string) => void): CellEngine {
	const hosts = new Map<string, Promise<CellHost>>();
	const open: CellHost[] = [];
	let refusal: string | undefined;
	let hasMade = false;
	let hasAppArmor = false;

	const start = async (wish: ContainerWish) => {
		hasAppArmor = await engine.hasAppArmor();
		const options = cellsOptions(wish, hasAppArmor);
		const host = cellHost(await engine.create(wish, options), wish.cores);
		open.push(host);
		return host;
	};
	const hostOf = async (wish: ContainerWish): Promise<CellHost> => {
		const known = hosts.get(wish.image);
		const host = await known?.catch(() => undefined);
		if (host?.isAlive()) return host;
		if (host) await remove(host);
		// Another caller may have started one meanwhile.
		const other = hosts.get(wish.image);
		if (other && other !== known) return hostOf(wish);
		const starting = start(wish);
		hosts.set(wish.image, starting);
		return starting;
	};
	const remove = async (host: CellHost) => {
		const at = open.indexOf(host);
		if (at < 0) return;
		open.splice(at, 1);
		await host.remove().catch(() => undefined);
	};

	/** A host that has made a cell is able to: later failures are failures of the container. */
	const refuse = (cause: SandboxError) => {
		if (hasMade || cause.code !== 'CONTAINER_DIED') throw cause;
		if (refusal !== undefined) return;
		const engine = cause.cause instanceof Error ? ` ${cause.cause.message}` : '';
		const remedy = hasAppArmor ? ` ${appArmorRemedy}` : '';
		// What to do stands first: whoever quotes the sentence may shorten the engine's words.
		refusal = `This host makes no cells, so every sandbox of tools is a container, which takes more time.${remedy} ${cause.message}${engine}`;
		onRefusal(refusal);
	};

	const cellFor = async (wish: ContainerWish): Promise<Container | undefined> => {
		try {
			const host = await hostOf(wish);
			if (host.count() >= mostCells) return undefined;
			const cell = await host.make(wish.cores);
			hasMade = true;
			return cell;
		} catch (cause) {
			refuse(asSandboxError(cause));
			return undefined;
		}
	};

	const givesCell: Engine['givesCell'] = ({ kind, cells, runtime }) =>
		kind === 'tools' && cells === true && runtime === undefined && refusal === undefined;

	return {
		...engine,
		create: async (wish) =>
			(givesCell(wish) ? await cellFor(wish) : undefined) ?? engine.create(wish),
		givesCell,
		sweep: (owner, kept) => engine.sweep(owner, new Set([...kept, ...open.map(({ id }) => id)])),
		close: async () => {
			await Promise.all([...open].map(remove));
		}
	};
}
