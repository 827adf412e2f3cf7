/** `node images/main.ts [names...]`: builds the images that are missing, all of them if none is named. */
import Docker from 'dockerode';
import { BuildError, ensureImages, imageNames, imageTag } from './build.ts';

const wanted = process.argv.slice(2);
const names = imageNames.filter((name) => wanted.length === 0 || wanted.includes(name));
const unknown = wanted.filter((word) => !names.some((name) => name === word));

if (unknown.length) {
	console.error(`No image is called ${unknown.join(', ')}. There are: ${imageNames.join(', ')}.`);
	process.exitCode = 2;
} else {
	try {
		await ensureImages({ docker: new Docker(), names, onProgress: console.log });
		for (const name of names) console.log(await imageTag(name));
	} catch (error) {
		if (!(error instanceof BuildError)) throw error;
		console.error(error.message);
		process.exitCode = 1;
	}
}
