/** Shell: pushes one image of an engine to a registry and notes its digest in a list. */
import type Docker from 'dockerode';
import { BuildError, contentOf, removeTag } from './engine.ts';
import { engineWords, placeIn, withPublished } from './published.ts';
import { listFile, readList, writeList } from './source.ts';
import { push, storedCredentials } from './transfer.ts';

/**
 * Rejects with a `BuildError`.
 * @param current tags that stay in the list; it loses all others
 * @returns the digest of the image's manifest
 */
export async function publish(
	docker: Docker,
	{ registry, tag, current }: { registry: string; tag: string; current: ReadonlySet<string> },
	file = listFile
): Promise<string> {
	const place = placeIn(registry, tag);
	try {
		const content = await contentOf(docker, tag);
		if (content === undefined) throw new Error('the engine does not have it');
		await docker.getImage(tag).tag({ repo: place.repository, tag: place.tag });
		const manifest = await push(docker, place, await storedCredentials(registry));
		// After each image, so that a push that is cut off loses nothing.
		await writeList(
			withPublished(await readList(file), current, [tag, { manifest, content }]),
			file
		);
		return manifest;
	} catch (cause) {
		throw new BuildError(
			`${tag} could not be pushed to ${registry}: ${engineWords(cause)}. Is the registry reachable, and may you write there (\`docker login ${registry.split('/')[0]}\`)?`,
			[]
		);
	} finally {
		await removeTag(docker, `${place.repository}:${place.tag}`);
	}
}
