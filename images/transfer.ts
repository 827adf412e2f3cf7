/** Shell: an engine pulls from and pushes to image registries. */
import type Docker from 'dockerode';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { readToEnd } from './engine.ts';
import { credentialsIn, Digest } from './published.ts';
import { debianArch, type Platform } from './recipes.ts';

/** A registry that has not begun to answer by then is taken for unreachable. */
const beginMs = 10_000;
/** Longest time between two messages of a transfer, ms. An engine reports progress several times a second. */
const silentMs = 60_000;

const Message = z.object({ error: z.string().optional() });

/** Rejects with the engine's words if the image was not pulled. */
export async function pull(
	docker: Docker,
	reference: string,
	platform: Platform,
	credentials?: Docker.AuthConfig
): Promise<void> {
	await watched(docker, (abortSignal) => {
		const options: { platform: string; abortSignal: AbortSignal; authconfig?: Docker.AuthConfig } =
			{
				platform: `linux/${debianArch[platform]}`,
				abortSignal
			};
		if (credentials) options.authconfig = credentials;
		return docker.pull(reference, options);
	});
}

/**
 * Pushes an image that has the registry's name already.
 * @returns the digest of its manifest
 */
export async function push(
	docker: Docker,
	{ repository, tag }: { repository: string; tag: string },
	credentials: Docker.AuthConfig | undefined
): Promise<string> {
	await watched(docker, (abortSignal) =>
		docker.getImage(repository).push({
			tag,
			abortSignal,
			// Docker 20.10 refuses a push without this header, also where no credentials are needed.
			authconfig: credentials ?? { username: '', password: '', serveraddress: '' }
		})
	);
	// An engine with containerd's image store reports the digest in prose alone, each engine among the image's names.
	const { RepoDigests } = await docker.getImage(`${repository}:${tag}`).inspect();
	const name = RepoDigests.find((one) => one.startsWith(`${repository}@`));
	const digest = Digest.safeParse(name?.slice(repository.length + 1));
	if (!digest.success) throw new Error('the engine did not report a digest');
	return digest.data;
}

/** Reads a transfer to its end. Rejects with the engine's words if it failed. */
async function watched(
	docker: Docker,
	begin: (signal: AbortSignal) => Promise<NodeJS.ReadableStream>
): Promise<void> {
	const giveUp = new AbortController();
	let timer = setTimeout(() => giveUp.abort(), beginMs);
	let failed: string | undefined;
	try {
		const stream = await begin(giveUp.signal);
		await readToEnd(docker, stream, (message) => {
			clearTimeout(timer);
			timer = setTimeout(() => giveUp.abort(), silentMs);
			const parsed = Message.safeParse(message);
			if (parsed.success) failed ??= parsed.data.error;
		});
	} catch (cause) {
		if (giveUp.signal.aborted) throw new Error('it does not answer', { cause });
		throw cause;
	} finally {
		clearTimeout(timer);
	}
	if (giveUp.signal.aborted) throw new Error('it does not answer');
	if (failed !== undefined) throw new Error(failed);
}

/** What `docker login` stored for this registry in Docker's `config.json`. Its credential helpers are not asked. */
export async function storedCredentials(
	registry: string,
	folder = process.env['DOCKER_CONFIG'] ?? join(homedir(), '.docker')
): Promise<Docker.AuthConfig | undefined> {
	const text = await readFile(join(folder, 'config.json'), 'utf8').catch(() => '{}');
	try {
		return credentialsIn(JSON.parse(text), registry);
	} catch {
		return undefined;
	}
}
