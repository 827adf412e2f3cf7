/** Shell: the registry from which images are pulled by their digests, and the list of these digests. */
import type Docker from 'dockerode';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BuildError, contentOf, idOf, isUsed, removeOlder, removeTag, statusOf } from './engine.ts';
import { engineWords, placeIn, PublishedList, registryFault } from './published.ts';
import type { Platform } from './recipes.ts';
import { pull, storedCredentials } from './transfer.ts';

/** The list that `npm run images:push` writes. */
export const listFile = join(import.meta.dirname, 'digests.json');

/** A registry to pull from. */
export type Source = {
	/**
	 * Pulls the image that was pushed under this tag, by its digest.
	 * @returns whether it is in the engine now; if not, `say` had the reason
	 */
	give: (tag: string, platform: Platform, say: (sentence: string) => void) => Promise<boolean>;
	/** Pulls each image that the engine has under one of these tags, but with other files than were pushed, unless it is in use. */
	replaceOwn: (
		tags: readonly string[],
		platform: Platform,
		say: (sentence: string) => void
	) => Promise<void>;
};

/** An empty list if there is no file. Rejects with a `BuildError` if the file is no such list. */
export async function readList(file = listFile): Promise<PublishedList> {
	const text = await readFile(file, 'utf8').catch((error: unknown) => {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
		throw error;
	});
	try {
		return PublishedList.parse(JSON.parse(text));
	} catch {
		throw new BuildError(
			`${file} is not a list of digests. Make it again with \`npm run images:push\`, or delete it.`,
			[]
		);
	}
}

export const writeList = (list: PublishedList, file = listFile): Promise<void> =>
	writeFile(file, `${JSON.stringify(list, null, '\t')}\n`);

/** Rejects with a `BuildError`. @param registry as in `IMAGES_FROM` */
export async function openSource(
	docker: Docker,
	registry: string,
	file = listFile
): Promise<Source> {
	const fault = registryFault(registry);
	if (fault !== undefined) throw new BuildError(`IMAGES_FROM: ${fault}`, []);
	const list = await readList(file);
	const credentials = await storedCredentials(registry);
	let isLost = false;

	const give: Source['give'] = async (tag, platform, say) => {
		const published = list[tag];
		if (published === undefined) {
			say(`${file} has no digest of ${tag}, so ${registry} is not asked for it.`);
			return false;
		}
		if (isLost) return false;
		const { repository } = placeIn(registry, tag);
		const reference = `${repository}@${published.manifest}`;
		say(`Pulling ${tag} from ${registry}.`);
		const began = performance.now();
		try {
			await pull(docker, reference, platform, credentials);
		} catch (cause) {
			// Without this image it may have the next one; without an answer it is not asked again.
			isLost = statusOf(cause) !== 404;
			say(`${registry} did not give ${tag}: ${engineWords(cause)}.`);
			return false;
		}
		const replaced = await idOf(docker, tag);
		const [repo = '', hash = ''] = tag.split(':');
		await docker.getImage(reference).tag({ repo, tag: hash });
		if (replaced !== undefined) await removeTag(docker, replaced);
		// The name by its digest would keep the image in the engine when its tag is removed.
		await removeTag(docker, reference);
		await removeOlder(docker, tag);
		say(`Pulled ${tag} in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
		return true;
	};

	const replaceOwn: Source['replaceOwn'] = async (tags, platform, say) => {
		for (const tag of tags) {
			const own = await contentOf(docker, tag);
			if (own === undefined || list[tag] === undefined || list[tag].content === own) continue;
			if (await isUsed(docker, tag))
				say(
					`${tag} was built here and differs from the published image. A container uses it: end the runners of this host and start again.`
				);
			else await give(tag, platform, say);
		}
	};
	return { give, replaceOwn };
}
