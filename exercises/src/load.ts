/** Shell: reads the exercises from the disk. The decision which folder is an exercise is in `parse.ts`. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseExercises, type Folder } from './parse.ts';
import type { Exercise, Track } from './schema.ts';
import {
	loopsFolder,
	parseSelfTest,
	selfTestFolder,
	transferFolder,
	type SelfTest
} from './self-test.ts';

/** Folders beside the exercises that are none. */
const others = ['node_modules', 'src', loopsFolder];

/**
 * All tracks in their order, and all exercises ordered by track and number.
 * @param folder holds `tracks.yaml` and the `NN-slug` folders; by default the one above this file's
 * @throws an Error naming the file and what to change in it
 */
export async function loadExercises(
	folder: string = join(import.meta.dirname, '..')
): Promise<{ tracks: Track[]; exercises: Exercise[] }> {
	const entries = await readdir(folder, { withFileTypes: true });
	const names = entries
		.filter((entry) => entry.isDirectory() && !isHidden(entry.name) && !others.includes(entry.name))
		.map(({ name }) => name)
		.sort();
	return parseExercises(
		await readFile(join(folder, 'tracks.yaml'), 'utf8'),
		await Promise.all(names.map((name) => readFolder(folder, name)))
	);
}

async function readFolder(parent: string, name: string): Promise<Folder> {
	const entries = await readdir(join(parent, name), { withFileTypes: true });
	const files = entries
		.filter((entry) => !isHidden(entry.name))
		.map(async (entry) => [
			entry.name,
			// A folder in an exercise has no text, and its name is refused as any unknown file's is.
			entry.isDirectory() ? '' : await readFile(join(parent, name, entry.name), 'utf8')
		]);
	return { name, files: Object.fromEntries(await Promise.all(files)) };
}

/** Editors and desktops leave such files behind. */
function isHidden(name: string): boolean {
	return name.startsWith('.');
}

/** The loops of the self-test. @throws an Error naming the file and what to change in it */
export const loadSelfTest = (): Promise<SelfTest> => loadLoops(selfTestFolder);

/** The loops to judge after a lesson. @throws as loadSelfTest does */
export const loadTransfer = (): Promise<SelfTest> => loadLoops(transferFolder);

async function loadLoops(name: string): Promise<SelfTest> {
	const folder = join(import.meta.dirname, '..', name);
	const names = (await readdir(folder)).filter((file) => !isHidden(file));
	const texts = names.map(async (file) => [file, await readFile(join(folder, file), 'utf8')]);
	return parseSelfTest(Object.fromEntries(await Promise.all(texts)), name);
}
