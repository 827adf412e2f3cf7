/**
 * Shell: `npm run images:push -- <registry> [--platform x86-64]`: builds the images of both platforms, or of one, where they
 * are missing, pushes them, and writes their digests to `images/digests.json`, by which other hosts pull them.
 */
import Docker from 'dockerode';
import { parseArgs } from 'node:util';
import { BuildError, ensureImages } from './build.ts';
import { imageTag } from './ingredients.ts';
import { publish } from './publish.ts';
import { registryFault } from './published.ts';
import { existingOn, imageNames, platforms, type Platform } from './recipes.ts';
import { listFile } from './source.ts';

/** Rejects with a `BuildError`. Returns the number of images. */
async function pushAll(registry: string, chosen: readonly Platform[]): Promise<number> {
	const docker = new Docker();
	const tagsOf = (platform: Platform) =>
		Promise.all(existingOn(platform, imageNames).map((name) => imageTag(name, platform)));
	const current = new Set((await Promise.all(platforms.map(tagsOf))).flat());
	let count = 0;
	for (const platform of chosen) {
		await ensureImages({ docker, names: imageNames, platform, onProgress: console.log });
		for (const tag of await tagsOf(platform)) {
			const began = performance.now();
			const digest = await publish(docker, { registry, tag, current });
			const seconds = ((performance.now() - began) / 1000).toFixed(1);
			console.log(`Pushed ${tag} in ${seconds} s: ${digest}.`);
			count++;
		}
	}
	return count;
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { platform: { type: 'string' } }
});
const [registry, ...more] = positionals;
const chosen = platforms.filter(
	(platform) => values.platform === undefined || platform === values.platform
);
const fault =
	registry === undefined || more.length > 0
		? 'Name one image registry: `npm run images:push -- <registry>`, for example localhost:5000.'
		: chosen.length === 0
			? `No platform is called ${values.platform}. There are: ${platforms.join(', ')}.`
			: registryFault(registry);

if (registry === undefined || fault !== undefined) {
	console.error(fault);
	process.exitCode = 2;
} else {
	try {
		const count = await pushAll(registry, chosen);
		console.log(
			`${count} images are in ${registry}, and their digests in ${listFile}. Commit that file or copy it to each host, and set IMAGES_FROM=${registry} there.`
		);
	} catch (error) {
		if (!(error instanceof BuildError)) throw error;
		console.error(error.message);
		process.exitCode = 1;
	}
}
