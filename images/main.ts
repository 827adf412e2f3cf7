/**
 * Shell: `node_modules/.bin/node images/main.ts [--platform arm64] [names...]`: builds the images that are missing, all of them if none is named.
 * Of another platform than this machine's: under an emulator, which is fetched and registered with the kernel first.
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

const { values, positionals: wanted } = parseArgs({
	allowPositionals: true,
	options: { platform: { type: 'string', default: ownPlatform } }
});
const platform = platforms.find((one) => one === values.platform);
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
		await ensureImages({ docker: new Docker(), names, platform, onProgress: console.log });
		for (const name of existingOn(platform, names)) console.log(await imageTag(name, platform));
	} catch (error) {
		if (!(error instanceof BuildError)) throw error;
		console.error(error.message);
		process.exitCode = 1;
	}
}
