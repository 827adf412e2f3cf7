/** Shell: reads the loops of the self-test from the disk. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loopsFolder } from './load.ts';
import { parseSelfTest, type SelfTest } from './self-test.ts';

/** @throws an Error naming the file and what to change in it */
export async function loadSelfTest(
	folder: string = join(import.meta.dirname, loopsFolder)
): Promise<SelfTest> {
	const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
	const texts = names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')]);
	return parseSelfTest(Object.fromEntries(await Promise.all(texts)));
}
