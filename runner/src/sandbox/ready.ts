/** Shell: makes one container that can be used, with its supervisor configured, and takes it away again. */
import { converse, type Conversation } from './conversation.ts';
import type { Engine } from './docker.ts';
import { containerLimits, underEmulation } from './limits.ts';
import type { Cores } from './measuring-core.ts';
import { asSandboxError, SandboxError } from './sandbox-error.ts';
import type { Ready, Shelf } from './shelf.ts';
import type { Tools } from './tools.ts';
import { uidBlocks, uidsPerContainer } from './uid-blocks.ts';

/** How a runner's containers are made. */
export type ContainerOptions = {
	/** Who the containers belong to: unique among the runners of a host, the same after a restart. */
	owner: string;
	/**
	 * Kernel processor lists: where tools run, and the one core that measures (with one core, the same). `idle`: where
	 * tools may run while nothing is measured; without it, never beyond `tools`.
	 */
	cores: Cores;
	/** The engine's runtime for tools (`runsc`, say); measuring always uses the engine's default. */
	toolsRuntime?: string | undefined;
	/** LLVM's tools in its sandboxes; without it, plain. */
	tools?: Tools;
	/** Its images are another architecture's, under an emulator: steps get more time. */
	emulated?: boolean;
};

export type ReadyParts = {
	engine: Engine;
	options: ContainerOptions;
	/** Where a container of tools belongs now. */
	toolCores: () => string;
	/** Hears of work the engine has with a container that is taken away. */
	settles: (work: Promise<void>) => Promise<void>;
};

/** What becomes of a container. */
export type Hears = {
	/** It stopped answering; the last of what it wrote to standard error. */
	onLost: (ready: Ready, errorText: string) => void;
	/** It could not be removed: the next sweep finds it. */
	onStuck: (reason: SandboxError) => void;
};

/** One for this shelf. Rejects with a `SandboxError`, and leaves no container then. */
export type MakeReady = (
	shelf: Pick<Shelf<unknown>, 'kind' | 'stock'> & { waiting: readonly unknown[] },
	hears: Hears
) => Promise<Ready>;

export type ReadyMaker = {
	make: MakeReady;
	alive: ReadonlySet<Ready>;
	/** A sweep begins; call what it returns when the engine has removed all that could not be removed until now. */
	sweeps: () => () => void;
};

export function readyMaker(parts: ReadyParts): ReadyMaker {
	const { engine, options, toolCores } = parts;
	const uids = uidBlocks();
	const alive = new Set<Ready>();
	/** The uids of those that could not be removed: what runs in them has them still. */
	const stuck = new Set<() => void>();

	const make: MakeReady = async ({ kind, stock, waiting }, { onLost, onStuck }) => {
		const cores = kind === 'tools' ? toolCores() : options.cores.measure;
		const container = await engine.create({
			kind,
			image: stock.tag,
			weight: kind === 'tools' ? stock.weight : undefined,
			cores,
			owner: options.owner,
			runtime: kind === 'tools' ? options.toolsRuntime : undefined
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
		const talking = converse(container.stream, (errorText) => onLost(ready, errorText));
		const conversation = options.emulated ? patient(talking) : talking;
		let at: string | undefined = cores;
		let moved = Promise.resolve();
		const move = async (wanted: string) => {
			if (wanted === at) return;
			// An engine that does not answer may do it all the same, and late.
			at = undefined;
			await container.confine(wanted);
			at = wanted;
		};
		// One after another: of two moves at a time nobody would know which came last.
		const confine = (wanted: string) =>
			(moved = moved.catch(() => undefined).then(() => move(wanted)));
		const ready: Ready = { kind, container, conversation, confine, forgetUids, release };
		alive.add(ready);
		try {
			await conversation.configure({
				firstUid,
				uids: uidsPerContainer,
				artifactMiB: containerLimits[kind].artifactMiB,
				standIns: options.tools?.standIns ?? {},
				server: kind === 'tools' ? options.tools?.server : undefined,
				// Loading tools early takes as long as loading them late: not while somebody waits for the container.
				prestarted: waiting.length > 0 ? [] : (stock.prestarted?.[kind] ?? [])
			});
			// A measurement may have begun meanwhile.
			if (kind === 'tools') await confine(toolCores());
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

/** Steps as they are, with the time an emulator takes. */
const patient = (conversation: Conversation): Conversation => ({
	...conversation,
	run: (command, signal) =>
		conversation.run({ ...command, limits: underEmulation(command.limits) }, signal)
});
