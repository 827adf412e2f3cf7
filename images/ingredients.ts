/** Shell: reads the folder an image is made from. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
	isIngredient,
	platformOf,
	standsOn,
	tagOf,
	type ImageName,
	type Ingredient,
	type Platform
} from './recipes.ts';

export const folderOf = (name: ImageName): string => join(import.meta.dirname, name);

export async function readIngredients(name: ImageName): Promise<Ingredient[]> {
	const folder = folderOf(name);
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const paths = entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
		.filter(isIngredient);
	return Promise.all(
		paths.map(async (path) => ({ path, content: await readFile(join(folder, path)) }))
	);
}

/** The platform of this machine's programs. */
export const ownPlatform: Platform = platformOf(process.arch);

/** The full tag of an image as the files here would make it, whether it is built or not. */
export async function imageTag(name: ImageName, platform: Platform = ownPlatform): Promise<string> {
	const below = await Promise.all(
		Object.values(standsOn(name)).map((one) => imageTag(one, platform))
	);
	return tagOf({ name, platform }, await readIngredients(name), below);
}
