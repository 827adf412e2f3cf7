/**
 * Shell: pulls the images that are missing, or builds them, each after what it stands on. An image that exists is never
 * rebuilt.
 */
import type Docker from 'dockerode';
import { ensureDebian } from './debian.ts';
import { ensureEmulation } from './emulation.ts';
import { buildImage, hasImage, removeOlder, removeTag } from './engine.ts';
import { folderOf, imageTag, ownPlatform, readIngredients } from './ingredients.ts';
import {
	existingOn,
	inBuildingOrder,
	platformArguments,
	standsOn,
	type ImageName,
	type Platform
} from './recipes.ts';
import type { Source } from './source.ts';

export { BuildError, contentOf, hasImage } from './engine.ts';
export { ensureEmulation } from './emulation.ts';
export { imageTag, ownPlatform } from './ingredients.ts';
export { existingOn, imageNames, type ImageName, type Platform } from './recipes.ts';

/**
 * Makes sure that the named images exist in `docker`, under the tags `imageTag` gives, where there is such an image for the
 * platform. Calls `onProgress` with a sentence for each
 * step that takes time, never if nothing is missing. Rejects with a `BuildError`, whose message is for people.
 * @param source asked for each missing image before that image is built
 * @param platform a platform other than this machine's needs an emulator and many times as long
 */
export async function ensureImages({
	docker,
	names,
	platform = ownPlatform,
	source,
	onProgress
}: {
	docker: Docker;
	names: readonly ImageName[];
	platform?: Platform;
	source?: Source | undefined;
	onProgress: (sentence: string) => void;
}): Promise<void> {
	const isGiven = async (tag: string) =>
		(await hasImage(docker, tag)) || ((await source?.give(tag, platform, onProgress)) ?? false);
	const missing: ImageName[] = [];
	for (const name of existingOn(platform, names))
		if (!(await isGiven(await imageTag(name, platform)))) missing.push(name);
	// What an image stands on is not needed once the image is there: it may have come by `docker save`.
	for (const name of inBuildingOrder(missing)) {
		const tag = await imageTag(name, platform);
		if (missing.includes(name) ? await hasImage(docker, tag) : await isGiven(tag)) continue;
		await ensureDebian(docker, ownPlatform, onProgress);
		if (platform !== ownPlatform) {
			await ensureEmulation(docker, platform, onProgress);
			await ensureDebian(docker, platform, onProgress);
		}
		const began = performance.now();
		onProgress(`Building the image ${tag}.`);
		const args: Record<string, string> = platformArguments(platform, ownPlatform);
		for (const [argument, below] of Object.entries(standsOn(name)))
			args[argument] = await imageTag(below, platform);
		const files = (await readIngredients(name)).map(({ path }) => path);
		await buildImage(docker, { tag, folder: folderOf(name), files, args }, (sentence) =>
			onProgress(`${name}: ${sentence}.`)
		);
		if ((await imageTag(name, platform)) !== tag) {
			await removeTag(docker, tag);
			onProgress('Its files changed meanwhile: building again.');
			return ensureImages({ docker, names, platform, source, onProgress });
		}
		onProgress(`Built ${tag} in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
		await removeOlder(docker, tag);
	}
}
