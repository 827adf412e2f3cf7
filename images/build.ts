/** Shell: builds the images that are missing, each after what it stands on. An image that exists is never rebuilt. */
import type Docker from 'dockerode';
import { ensureDebian } from './debian.ts';
import { oldTags, buildImage, hasImage, removeTag } from './engine.ts';
import { folderOf, imageTag, readIngredients } from './ingredients.ts';
import { inBuildingOrder, standsOn, superseded, type ImageName } from './recipes.ts';

export { BuildError, hasImage } from './engine.ts';
export { imageTag } from './ingredients.ts';
export { imageNames, type ImageName } from './recipes.ts';

/**
 * Makes sure that the named images exist in `docker`, under the tags `imageTag` gives. Says a sentence for each step
 * that takes time and nothing if nothing is missing. Rejects with a `BuildError`, whose message is for people.
 */
export async function ensureImages({
	docker,
	names,
	onProgress
}: {
	docker: Docker;
	names: readonly ImageName[];
	onProgress: (sentence: string) => void;
}): Promise<void> {
	for (const name of inBuildingOrder(names)) {
		const tag = await imageTag(name);
		if (await hasImage(docker, tag)) continue;
		await ensureDebian(docker, onProgress);
		const began = performance.now();
		onProgress(`Building the image ${tag}.`);
		const args: Record<string, string> = {};
		for (const [argument, below] of Object.entries(standsOn(name)))
			args[argument] = await imageTag(below);
		const files = (await readIngredients(name)).map(({ path }) => path);
		await buildImage(docker, { tag, folder: folderOf(name), files, args }, (sentence) =>
			onProgress(`${name}: ${sentence}.`)
		);
		if ((await imageTag(name)) !== tag) {
			await removeTag(docker, tag);
			onProgress('Its files changed meanwhile: building again.');
			return ensureImages({ docker, names, onProgress });
		}
		onProgress(`Built ${tag} in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
		for (const old of superseded(await oldTags(docker), tag)) await removeTag(docker, old);
	}
}
