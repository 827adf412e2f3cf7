/** Shell: the only file that talks to the Docker Engine on behalf of sandboxes. */
import { hasImage } from '@cyclelab/images/build';
import Docker from 'dockerode';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { answersOf, statusOf, type Answers } from './answers.ts';
import { engineLimits } from './limits.ts';
import { containerOptions, ownerLabel, type ContainerWish } from './profile.ts';
import { engineDown, SandboxError } from './sandbox-error.ts';
import type { Held } from './tool-gate.ts';

export type Engine = {
	/** A started container and the stream its supervisor listens on. Rejects with a `SandboxError`. */
	create: (wish: ContainerWish) => Promise<Container>;
	/** Removes every container of `owner` except `kept` (ids). */
	sweep: (owner: string, kept: ReadonlySet<string>) => Promise<void>;
	/** Whether the engine answers now. */
	answers: () => Promise<boolean>;
	hasImage: (tag: string) => Promise<boolean>;
};

export type Container = {
	id: string;
	stream: Duplex;
	/** Moves it, with all that runs in it, to these cores. Resolves quietly if it is gone; rejects if the engine refuses. */
	confine: (cores: string) => Promise<void>;
	/**
	 * Gives it a name that no other container of the engine has; it keeps the name until it is removed. While another one
	 * has it this waits, and `held` hears of it. Rejects with the signal's reason if aborted meanwhile.
	 */
	claim: (name: string, held?: Held) => Promise<void>;
	/** Closes its stream, by which it ends, and resolves when the engine has forgotten it. */
	remove: () => Promise<void>;
};

type Ask = Answers['ask'];

/** The engine of `DOCKER_HOST`, else of the default socket. */
export function connectEngine(docker = new Docker()): Engine {
	const { ask, come } = answersOf(docker);
	return {
		create: async (wish) => {
			let isGivenUp = false;
			try {
				return await ask(() => {
					const making = create(docker, ask, wish);
					// An engine that was away does late what it was asked for; nobody waits for it then.
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
		answers: come,
		hasImage: (tag) => ask(() => hasImage(docker, tag))
	};
}

async function create(docker: Docker, ask: Ask, wish: ContainerWish): Promise<Container> {
	const container = await docker.createContainer(containerOptions(wish)).catch((cause) => {
		if (statusOf(cause) !== 404) throw cause;
		throw new SandboxError('IMAGE_MISSING', `The image ${wish.image} is not built.`, cause);
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
			stream: talk,
			confine: (cores) => ask(() => confine(container, cores)),
			claim: (name, held = {}) => claim(docker, ask, container, name, held),
			remove: () =>
				ask(async () => {
					// Its supervisor ends by itself, and everything in it by that; to be killed takes a process of the engine's more.
					talk.destroy();
					if (!(await removal(container))) await remove(container);
				})
		};
	} catch (cause) {
		await remove(container).catch(() => undefined);
		throw cause;
	}
}

async function confine(container: Docker.Container, cores: string): Promise<void> {
	await container.update({ CpusetCpus: cores }).catch(async (cause) => {
		if (statusOf(cause) === undefined) throw cause;
		// One that is ending cannot be moved either, and the engine says so in the same words.
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

/** The engine itself sees to it that there is one container of a name, and that a dead runner's is soon gone. */
async function claim(
	docker: Docker,
	ask: Ask,
	container: Docker.Container,
	name: string,
	{ onHeld, onReleased, signal }: Held
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

/** What the engine says at a container's end: why it could not be removed, if so. */
const Waited = z.object({ Error: z.object({ Message: z.string() }).nullish() });

/**
 * Resolves when the engine has forgotten a container, or with false after `removalMs`: then ask again. For one that it was
 * removing already, Docker 20.10 never answers.
 */
async function removal(container: Docker.Container, signal?: AbortSignal): Promise<boolean> {
	const limit = AbortSignal.timeout(engineLimits.removalMs);
	const abortSignal = signal ? AbortSignal.any([limit, signal]) : limit;
	try {
		const said: unknown = await container.wait({ condition: 'removed', abortSignal });
		return !Waited.parse(said).Error;
	} catch (cause) {
		if (cause instanceof z.ZodError) throw cause;
		signal?.throwIfAborted();
		if (limit.aborted) return false;
		if (statusOf(cause) === undefined) throw engineDown(cause);
		// The name may be free a little later than the container is gone.
		await pause(engineLimits.nameMs);
		return statusOf(cause) === 404;
	}
}

/** The engine may be removing it already, by itself or for someone else: then this waits for the same end. */
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
	if (!('destroy' in stream)) throw new TypeError('dockerode did not hand over the connection');
	return stream as Duplex;
}
