/**
 * Shell: `node_modules/.bin/node setup/have-images.ts [--platform arm64] cc`: ends with 0 if the engine has these images as this
 * folder would make them.
 */
import Docker from 'dockerode';
import { existingOn, imageNames, imageTag, ownPlatform } from '../images/build.ts';
import { platforms } from '../images/recipes.ts';

const docker = new Docker();
const asked = imageNames.filter((name) => process.argv.includes(name));
const platform = platforms.find((platform) => process.argv.includes(platform)) ?? ownPlatform;
const wanted = existingOn(platform, asked);
const found = await Promise.all(
	wanted.map(async (name) =>
		docker
			.getImage(await imageTag(name, platform))
			.inspect()
			.then(
				() => true,
				() => false
			)
	)
);
process.exitCode = found.every(Boolean) ? 0 : 1;
