/** Shell: the only file that talks to the Docker Engine on behalf of sandboxes. */
import Docker from 'dockerode';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { engineLimits } from './limits.ts';
import { containerOptions, ownerLabel, type ContainerWish } from './profile.ts';
import { SandboxError } from './sandbox-error.ts';
import type { Held } from './tool-gate.ts';

export type Engine = {
	/** A started container and the stream its supervisor listens on. Rejects with a `SandboxError`. */
	create: (wish: ContainerWish) => Promise<Container>;
	/** Removes every container of `owner` except `kept` (ids). */
	sweep: (owner: string, kept: ReadonlySet<string>) => Promise<void>;
	/** Whether the engine answers now. */
	answers: () => Promise<boolean>;
};

export type Container = {
	id: string;
	stream: Duplex;
	/** Moves it, with all that runs in it, to these cores. Resolves quietly if it is gone. */
	confine: (cores: string) => Promise<void>;
	/**
	 * Gives it a name that no other container of the engine has; it keeps the name until it is removed. While another one
	 * has it this waits, and `held` hears of it. Rejects with the signal's reason if aborted meanwhile.
	 */
	claim: (name: string, held?: Held) => Promise<void>;
	/** Closes its stream, by which it ends, and resolves when the engine has forgotten it. */
	remove: () => Promise<void>;
};

/** The engine of `DOCKER_HOST`, else of the default socket. */
export function connectEngine(docker = new Docker()): Engine {
	return {
		create: (wish) => guarded(() => create(docker, wish)),
		sweep: (owner, kept) =>
			guarded(async () => {
				const filters = { label: [`${ownerLabel}=${owner}`] };
				const found = await docker.listContainers({ all: true, filters });
				const strays = found.filter(({ Id }) => !kept.has(Id));
				await Promise.all(strays.map(({ Id }) => remove(docker.getContainer(Id))));
			}),
		answers: () =>
			guarded(() => docker.ping()).then(
				() => true,
				() => false
			)
	};
}

async function create(docker: Docker, wish: ContainerWish): Promise<Container> {
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
			confine: (cores) => guarded(() => confine(container, cores)),
			claim: (name, held = {}) => claim(docker, container, name, held),
			remove: () =>
				guarded(async () => {
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
	await container.update({ CpusetCpus: cores }).catch((cause) => {
		if (statusOf(cause) === undefined) throw cause;
	});
}

/** The engine itself sees to it that there is one container of a name, and that a dead runner's is soon gone. */
async function claim(
	docker: Docker,
	container: Docker.Container,
	name: string,
	{ onHeld, onReleased, signal }: Held
): Promise<void> {
	const isTaken = (cause: unknown) => {
		if (statusOf(cause) !== 409) throw cause;
		return true;
	};
	const rename = () => guarded(() => container.rename({ name }).then(() => false, isTaken));
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
		const { Error: trouble } = Waited.parse(
			await container.wait({ condition: 'removed', abortSignal })
		);
		return !trouble;
	} catch (cause) {
		signal?.throwIfAborted();
		if (limit.aborted) return false;
		if (statusOf(cause) === undefined)
			throw new SandboxError('ENGINE_DOWN', 'The Docker Engine does not answer.', cause);
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
	if (!('destroy' in stream)) throw new Error('dockerode did not hand over the connection');
	return stream as Duplex;
}

function statusOf(cause: unknown): number | undefined {
	const status = cause instanceof Error && 'statusCode' in cause ? cause.statusCode : undefined;
	return typeof status === 'number' ? status : undefined;
}

/** Whatever is not an answer of the engine, a silence among it, means that the engine is down. */
async function guarded<Result>(act: () => Promise<Result>): Promise<Result> {
	let timer: NodeJS.Timeout | undefined;
	const silence = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error('No answer')), engineLimits.answerMs);
	});
	try {
		return await Promise.race([act(), silence]);
	} catch (cause) {
		if (cause instanceof SandboxError) throw cause;
		if (statusOf(cause) !== undefined)
			throw new SandboxError('CONTAINER_DIED', 'The engine could not make a container.', cause);
		throw new SandboxError('ENGINE_DOWN', 'The Docker Engine does not answer.', cause);
	} finally {
		clearTimeout(timer);
	}
}
