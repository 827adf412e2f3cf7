/** Images in a registry: their names there, their digests, and the list of these digests. Pure. */
import { createHash } from 'node:crypto';
import { z } from 'zod';

/** `sha256:` and 64 hexadecimal digits. */
export const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** One image as it was pushed. */
export const Published = z.strictObject({
	/** Digest of its manifest: the registry gives exactly this image for it, and the engine verifies what it receives. */
	manifest: Digest,
	/** `contentDigest` of its layers, by which an image that is already in an engine is recognised. */
	content: Digest
});
export type Published = z.infer<typeof Published>;

/** The file that a push writes (`images/digests.json`): by tag, such as `cyclelab/cc:3f9a0c6d21be`. */
export const PublishedList = z.record(
	z.string().regex(/^cyclelab\/[a-z0-9-]+:[0-9a-f]{12}$/),
	Published
);
export type PublishedList = z.infer<typeof PublishedList>;

/**
 * Identifies the files of an image: the chain ID of its layers (OCI image specification, "Layer ChainID"). It is the same in
 * every engine that has the image, whatever the engine's store and however the image came there. Two builds of one recipe
 * differ in it: their files have different times at least.
 * @param layers the layers' digests, lowest first (`RootFS.Layers` of the engine's API)
 */
export function contentDigest(layers: readonly string[]): string {
	const [lowest = 'sha256:', ...others] = layers;
	return others.reduce(
		(below, layer) => `sha256:${createHash('sha256').update(`${below} ${layer}`).digest('hex')}`,
		lowest
	);
}

/** `host`, `host:port`, and names below it, as Docker writes them. */
const registryName = /^[a-z0-9]+([.-][a-z0-9]+)*(:\d{1,5})?(\/[a-z0-9]+([._-]+[a-z0-9]+)*)*$/;

/** A sentence if `registry` is not the name of a registry. */
export function registryFault(registry: string): string | undefined {
	if (registryName.test(registry)) return undefined;
	return `"${registry}" is not the name of an image registry. Write host, host:port or host/path in lower case, without https://, for example localhost:5000 or ghcr.io/owner.`;
}

/**
 * The repository of an image in a registry, and its tag there: `cyclelab/cc:3f9a0c6d21be` is
 * `localhost:5000/cyclelab-cc`, `3f9a0c6d21be`. A flat name, because some registries allow one level only. Each platform has
 * separate repositories, as in the engine, so no multi-platform manifest is needed.
 */
export function placeIn(registry: string, tag: string): { repository: string; tag: string } {
	const [name = '', hash = ''] = tag.split(':');
	return { repository: `${registry}/${name.replace('/', '-')}`, tag: hash };
}

/** The registry's key in the `auths` of Docker's `config.json`. */
function credentialsKey(registry: string): string {
	const [host = ''] = registry.split('/');
	const isHost = /[.:]/.test(host) || host === 'localhost';
	return isHost && host !== 'docker.io' ? host : 'https://index.docker.io/v1/';
}

/** Of Docker's `config.json`: user and password of each registry, joined by a colon, in base64. */
const CredentialsFile = z.object({
	auths: z.record(z.string(), z.object({ auth: z.string().optional() })).optional()
});

/** What `docker login` stored for a registry; undefined if it stored nothing, or not in this file. */
export function credentialsIn(
	file: unknown,
	registry: string
): { username: string; password: string; serveraddress: string } | undefined {
	const key = credentialsKey(registry);
	const parsed = CredentialsFile.safeParse(file);
	const auth = parsed.success ? parsed.data.auths?.[key]?.auth : undefined;
	const [, username, password] =
		/^([^:]+):(.+)$/s.exec(Buffer.from(auth ?? '', 'base64').toString('utf8')) ?? [];
	if (username === undefined || password === undefined) return undefined;
	return { username, password, serveraddress: key };
}

/** The list with one image more. Images of other versions of this folder (tags not in `current`) are dropped. */
export function withPublished(
	list: PublishedList,
	current: ReadonlySet<string>,
	[tag, published]: [string, Published]
): PublishedList {
	const kept = Object.entries(list).filter(([one]) => current.has(one) && one !== tag);
	return Object.fromEntries(
		[...kept, [tag, published] as const].sort(([a], [b]) => (a < b ? -1 : 1))
	);
}

/**
 * The engine's message in an error of its client (`(HTTP code 500) server error - Get "...": refused `), on one line of at most 300
 * characters. The reason stands at the end, so digests before it are shortened.
 */
export function engineWords(cause: unknown): string {
	const message = cause instanceof Error ? cause.message : String(cause);
	const [first = ''] = message.replace(/^\(HTTP code \d+\) [^-]*- /, '').split('\n');
	return first
		.trim()
		.replaceAll(/(sha256:[0-9a-f]{12})[0-9a-f]{52}/g, '$1…')
		.slice(0, 300);
}
