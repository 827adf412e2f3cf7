import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadExercises } from './load.ts';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'exercises-'));
	for (const name of ['tracks.yaml', '20-store-forwarding'])
		await cp(join(import.meta.dirname, '..', name), join(folder, name), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

test('the loader ignores files beside the exercises, and hidden files', async () => {
	await writeFile(join(folder, 'README.md'), 'Hello.');
	await mkdir(join(folder, '.idea'));
	await mkdir(join(folder, 'node_modules'));
	await writeFile(join(folder, '20-store-forwarding', '.word.c.swp'), 'half a file');
	const { exercises } = await loadExercises(folder);
	expect(exercises.map(({ slug }) => slug)).toEqual(['store-forwarding']);
});

test('a folder that is no exercise is refused', async () => {
	await mkdir(join(folder, 'store-forwarding'));
	await expect(loadExercises(folder)).rejects.toThrow(
		"store-forwarding is not an exercise's folder name. Call it two digits and words in lower case, as in 20-store-forwarding."
	);
});

test('a folder inside an exercise is refused', async () => {
	await mkdir(join(folder, '20-store-forwarding', 'old'));
	await expect(loadExercises(folder)).rejects.toThrow(
		'20-store-forwarding/old is not a file an exercise has.'
	);
});
