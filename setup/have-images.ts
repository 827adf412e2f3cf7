/** `node setup/have-images.ts cc`: ends with 0 if the engine has these images as this folder would make them. */
import Docker from 'dockerode';
import { imageNames, imageTag } from '../images/build.ts';

const docker = new Docker();
const wanted = imageNames.filter((name) => process.argv.includes(name));
const found = await Promise.all(
	wanted.map(async (name) =>
		docker
			.getImage(await imageTag(name))
			.inspect()
			.then(
				() => true,
				() => false
			)
	)
);
process.exitCode = found.every(Boolean) ? 0 : 1;
