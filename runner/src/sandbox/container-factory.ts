/** Shell: starts containers with a configured supervisor, and removes them. */
import type { Command } from './command.ts';
import type { ImageName } from '@cyclelab/images/recipes';
import { connectSupervisor, type SupervisorClient } from './supervisor-client.ts';
import type { Engine } from './docker.ts';
import { containerLimits, underEmulation } from './limits.ts';
import type { CoreLists } from './measuring-core.ts';
import { asSandboxError, SandboxError } from './sandbox-error.ts';
import type { PooledContainer, SubPool } from './sub-pool.ts';
import type { Tools } from './tool-mode.ts';
import { uidBlocks, uidsPerContainer } from './uid-blocks.ts';

/** Options for all containers of a runner. */
export type ContainerOptions = {
	/** Owner label of the containers: unique among the runners of a host, the same after a restart. */
	owner: string;
	/**
	 * Kernel processor lists: the tools' cores and the measuring core (the same on a machine with one core). `idle`: the
	 * cores that tools may use while nothing is measured; default: `tools`.
	 */
	cores: CoreLists;
	/** The engine's runtime for tools (`runsc`, say); measuring always uses the engine's default. */
	toolsRuntime?: string | undefined;
	/** How LLVM's tools run in sandboxes; default: Debian's programs. */
	tools?: Tools;
	/** Sandboxes of tools of these images are cells where the host allows it. */
	cells?: readonly ImageName[];
	/** The images are of another architecture and run under an emulator: steps get more time. */
	emulated?: boolean;
};

export type FactoryParts = {
	engine: Engine;
	options: ContainerOptions;
	/** The cores on which tool containers run now. */
	toolCores: () => string;
	/** Tracks a removal until the engine has ended it. */
	settles: (work: Promise<void>) => Promise<void>;
};

/** Called when a container fails. */
export type ContainerListeners = {
	/** The container stopped answering. `errorText`: the end of its standard error. */
	onLost: (ready: PooledContainer, errorText: string) => void;
	/** The container could not be removed: the next sweep tries again. */
	onStuck: (reason: SandboxError) => void;
};

/** Starts one container for this sub-pool. Rejects with a `SandboxError`, and leaves no container then. */
export type MakeContainer = (
	subPool: Pick<SubPool<unknown>, 'kind' | 'image' | 'stock'>,
	hears: ContainerListeners
) => Promise<PooledContainer>;

export type ContainerFactory = {
	make: MakeContainer;
	alive: ReadonlySet<PooledContainer>;
	/** Marks the begin of a sweep. Call the returned function when the engine has removed every stuck container. */
	sweeps: () => () => void;
};

export function containerFactory(parts: FactoryParts): ContainerFactory {
	const { engine, options, toolCores } = parts;
	const uids = uidBlocks();
	const alive = new Set<PooledContainer>();
	/** Callbacks that return the uids of containers that could not be removed: their processes may still run. */
	const stuck = new Set<() => void>();

	const make: MakeContainer = async ({ kind, image, stock }, { onLost, onStuck }) => {
		const cores = kind === 'measure' ? options.cores.measure : toolCores();
		const container = await engine.create({
			kind,
			image: stock.tag,
			weight: kind === 'tools' ? stock.weight : undefined,
			cores,
			owner: options.owner,
			runtime: kind === 'tools' ? options.toolsRuntime : undefined,
			cells: options.cells?.includes(image),
			// The compiler of C and C++ is most of an inspection's time; of other languages LLVM's tools are a small part.
			huge: image === 'cc' ? options.tools?.server : undefined
		});
		const firstUid = uids.take();
		let isIdentified = true;
		const forgetUids = () => {
			if (isIdentified) uids.giveBack(firstUid);
			isIdentified = false;
		};
		const remove = async () => {
			conversation.end(new SandboxError('CLOSED', 'The sandbox is disposed of.'));
			await container.remove().then(forgetUids, (cause) => {
				stuck.add(forgetUids);
				onStuck(asSandboxError(cause));
			});
			alive.delete(ready);
		};
		let releasing: Promise<void> | undefined;
		const release = () => (releasing ??= parts.settles(remove()));
		const talking = connectSupervisor(container.stream, (errorText) => onLost(ready, errorText));
		const conversation = options.emulated ? patient(talking) : talking;
		let at: string | undefined = cores;
		let moved = Promise.resolve();
		const move = async (wanted: string) => {
			// Other cells of its container may have moved a cell.
			if (wanted === at && !container.isCell) return;
			// An engine that does not answer may still move the container later.
			at = undefined;
			await container.confine(wanted);
			at = wanted;
		};
		// Moves are serialised: of two at a time the order would be unknown.
		const confine = (wanted: string) =>
			(moved = moved.catch(() => undefined).then(() => move(wanted)));
		const ready: PooledContainer = {
			kind,
			container,
			supervisor: conversation,
			confine,
			forgetUids,
			release
		};
		alive.add(ready);
		try {
			await conversation.configure({
				firstUid,
				uids: uidsPerContainer,
				artifactMiB: containerLimits[kind].artifactMiB,
				substitutes: options.tools?.substitutes ?? {},
				server: kind === 'tools' ? options.tools?.server : undefined,
				times: kind !== 'tools'
			});
			// A measurement may have begun meanwhile.
			if (kind !== 'measure') await confine(toolCores());
		} catch (cause) {
			await release();
			throw cause;
		}
		return ready;
	};
	const sweeps = () => {
		const before = [...stuck];
		return () => {
			for (const forgetUids of before) {
				forgetUids();
				stuck.delete(forgetUids);
			}
		};
	};
	return { make, alive, sweeps };
}

/** Runs steps with the longer time limits of an emulator. */
const patient = (conversation: SupervisorClient): SupervisorClient => ({
	...conversation,
	run: (command, signal) => conversation.run(withPatience(command), signal)
});

const withPatience = ({ limits, then, ...command }: Command): Command => ({
	...command,
	limits: underEmulation(limits),
	...(then && { then: withPatience(then) })
});
