/** Shell: the only file that uses the Docker Engine for sandboxes. */
import { contentOf } from '@cyclelab/images/build';
import Docker, { type ContainerCreateOptions } from 'dockerode';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { hasOption } from '../host/check.ts';
import { engineRequests, statusOf, type EngineRequests } from './engine-requests.ts';
import { engineLimits } from './limits.ts';
import { containerOptions, moveOptions, ownerLabel, type ContainerWish } from './profile.ts';
import { engineDown, SandboxError } from './sandbox-error.ts';
import type { WaitCallbacks } from './tool-gate.ts';

export type Engine = {
	/**
	 * Starts a container, attached to its supervisor's streams. Rejects with a `SandboxError`.
	 * @param options the engine's create request; default: `containerOptions(wish)`
	 */
	create: (wish: ContainerWish, options?: ContainerCreateOptions) => Promise<Container>;
	/** Removes every container of `owner` except `kept` (ids). */
	sweep: (owner: string, kept: ReadonlySet<string>) => Promise<void>;
	/** Whether the engine answers now. */
	isUp: () => Promise<boolean>;
	/** Whether such a sandbox would be a cell. */
	givesCell: (wish: Pick<ContainerWish, 'kind' | 'cells' | 'runtime'>) => boolean;
	/** Whether the engine confines containers by AppArmor; false if it does not answer. */
	hasAppArmor: () => Promise<boolean>;
	/** The digest of an image's files; undefined if the engine does not have the image. */
	digestOf: (tag: string) => Promise<string | undefined>;
};

export type Container = {
	/** The engine's full id; of a cell, its container's with the cell's number. */
	id: string;
	/** It is a cell of a container: made and removed at little cost. */
	isCell: boolean;
	stream: Duplex;
	/** Moves the container and its processes to these cores. Resolves if it is gone; rejects if the engine refuses. */
	confine: (cores: string) => Promise<void>;
	/**
	 * Gives the container a name that is unique in the engine, until it is removed. Waits while another container has the
	 * name, and calls the callbacks of `held`. Rejects with the signal's reason if aborted.
	 */
	claim: (name: string, held?: WaitCallbacks) => Promise<void>;
	/** Closes its stream, by which it ends, and resolves when the engine has removed it. */
	remove: () => Promise<void>;
};

type Request = EngineRequests['request'];

/** The engine of `DOCKER_HOST`, else of the default socket. */
export function connectEngine(docker = new Docker()): Engine {
	const { request: ask, isUp: come } = engineRequests(docker);
	return {
		create: async (wish, options = containerOptions(wish)) => {
			let isGivenUp = false;
			try {
				return await ask(() => {
					const making = create(docker, ask, options);
					// An engine that was down may start the container after the request timed out.
					const undo = async (container: Container) => {
						if (isGivenUp) await container.remove();
					};
					making.then(undo).catch(() => undefined);
					return making;
				});
			} catch (cause) {
				isGivenUp = true;
				throw cause;
			}
		},
		sweep: (owner, kept) =>
			ask(async () => {
				const filters = { label: [`${ownerLabel}=${owner}`] };
				const found = await docker.listContainers({ all: true, filters });
				const strays = found.filter(({ Id }) => !kept.has(Id));
				await Promise.all(strays.map(({ Id }) => remove(docker.getContainer(Id))));
			}),
		isUp: come,
		givesCell: () => false,
		hasAppArmor: () =>
			docker.info().then(
				(info: { SecurityOptions?: string[] | null }) =>
					hasOption({ securityOptions: info.SecurityOptions ?? [] }, 'apparmor'),
				() => false
			),
		digestOf: (tag) => ask(() => contentOf(docker, tag))
	};
}

async function create(
	docker: Docker,
	ask: Request,
	options: ContainerCreateOptions
): Promise<Container> {
	const container = await docker.createContainer(options).catch((cause) => {
		if (statusOf(cause) !== 404) throw cause;
		throw new SandboxError('IMAGE_MISSING', `The image ${options.Image} is not built.`, cause);
	});
	try {
		const stream = await container.attach({
			stream: true,
			stdin: true,
			stdout: true,
			stderr: true,
			hijack: true
		});
		await container.start();
		const talk = duplex(stream);
		return {
			id: container.id,
			isCell: false,
			stream: talk,
			confine: (cores) => ask(() => confine(container, moveOptions(options, cores))),
			claim: (name, held = {}) => claim(docker, ask, container, name, held),
			remove: () =>
				ask(async () => {
					// The supervisor ends when its stream closes, and all processes with it; killing would cost the engine a process.
					talk.destroy();
					if (!(await removal(container))) await remove(container);
				})
		};
	} catch (cause) {
		await remove(container).catch(() => undefined);
		throw cause;
	}
}

async function confine(
	container: Docker.Container,
	move: ReturnType<typeof moveOptions>
): Promise<void> {
	await container.update(move).catch(async (cause) => {
		if (statusOf(cause) === undefined) throw cause;
		// The engine also refuses to move a container that is ending, with the same error.
		if (!(await removal(container)) && (await isRunning(container))) throw cause;
	});
}

function isRunning(container: Docker.Container): Promise<boolean> {
	return container.inspect().then(
		({ State }) => State.Running,
		(cause) => {
			if (statusOf(cause) !== 404) throw cause;
			return false;
		}
	);
}

/** The engine keeps names unique, and removes a dead runner's container by itself. */
async function claim(
	docker: Docker,
	ask: Request,
	container: Docker.Container,
	name: string,
	{ onHeld, onReleased, signal }: WaitCallbacks
): Promise<void> {
	const isTaken = (cause: unknown) => {
		if (statusOf(cause) !== 409) throw cause;
		return true;
	};
	const rename = () => ask(() => container.rename({ name }).then(() => false, isTaken));
	let isHeld = false;
	try {
		while (await rename()) {
			if (!isHeld) onHeld?.();
			isHeld = true;
			await removal(docker.getContainer(name), signal);
		}
		signal?.throwIfAborted();
	} finally {
		if (isHeld) onReleased?.();
	}
}

/** The engine's answer at a container's end, with an error if the container could not be removed. */
const Waited = z.object({ Error: z.object({ Message: z.string() }).nullish() });

/**
 * Resolves to true when the engine has removed a container, to false after `removalMs`: then ask again, because Docker
 * 20.10 never answers for a container that it was removing already.
 */
async function removal(container: Docker.Container, signal?: AbortSignal): Promise<boolean> {
	const limit = AbortSignal.timeout(engineLimits.removalMs);
	const abortSignal = signal ? AbortSignal.any([limit, signal]) : limit;
	try {
		const waited: unknown = await container.wait({ condition: 'removed', abortSignal });
		return !Waited.parse(waited).Error;
	} catch (cause) {
		if (cause instanceof z.ZodError) throw cause;
		signal?.throwIfAborted();
		if (limit.aborted) return false;
		if (statusOf(cause) === undefined) throw engineDown(cause);
		// The name may become free a little after the container is gone.
		await pause(engineLimits.nameMs);
		return statusOf(cause) === 404;
	}
}

/** Waits for the same end if the engine is removing the container already. */
async function remove(container: Docker.Container): Promise<void> {
	const isInRemoval = (cause: unknown) => {
		const status = statusOf(cause);
		if (status !== 404 && status !== 409) throw cause;
		return status === 409;
	};
	const forced = () => container.remove({ force: true, v: true }).then(() => false, isInRemoval);
	const end = performance.now() + engineLimits.answerMs;
	while ((await forced()) && performance.now() < end) await removal(container);
}

function duplex(stream: NodeJS.ReadWriteStream): Duplex {
	if (!('destroy' in stream)) throw new TypeError('dockerode returned no connection');
	return stream as Duplex;
}
