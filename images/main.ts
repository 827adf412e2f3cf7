/**
 * Shell: `node_modules/.bin/node images/main.ts [--platform arm64] [names...]`: pulls the images that are missing from the
 * registry `IMAGES_FROM`, or builds them; all of them if none is named. Images of another platform than this machine's are
 * built under an emulator, which is fetched and registered with the kernel first.
 */
import Docker from 'dockerode';
import { parseArgs } from 'node:util';
import {
	BuildError,
	ensureImages,
	existingOn,
	imageNames,
	imageTag,
	ownPlatform
} from './build.ts';
import { platforms } from './recipes.ts';
import { openSource } from './source.ts';

const { values, positionals: wanted } = parseArgs({
	allowPositionals: true,
	options: { platform: { type: 'string', default: ownPlatform } }
});
const platform = platforms.find((platform) => platform === values.platform);
const names = imageNames.filter((name) => wanted.length === 0 || wanted.includes(name));
const unknown = wanted.filter((word) => !names.some((name) => name === word));

if (unknown.length || platform === undefined) {
	console.error(
		unknown.length
			? `No image is called ${unknown.join(', ')}. There are: ${imageNames.join(', ')}.`
			: `No platform is called ${values.platform}. There are: ${platforms.join(', ')}.`
	);
	process.exitCode = 2;
} else {
	try {
		const docker = new Docker();
		const registry = process.env['IMAGES_FROM'];
		const source = registry ? await openSource(docker, registry) : undefined;
		// All, not only the named ones: a runner may start before the later languages' images are asked for.
		const all = existingOn(platform, imageNames).map((name) => imageTag(name, platform));
		await source?.replaceOwn(await Promise.all(all), platform, console.log);
		await ensureImages({ docker, names, platform, source, onProgress: console.log });
		for (const name of existingOn(platform, names)) console.log(await imageTag(name, platform));
	} catch (error) {
		if (!(error instanceof BuildError)) throw error;
		console.error(error.message);
		process.exitCode = 1;
	}
}
