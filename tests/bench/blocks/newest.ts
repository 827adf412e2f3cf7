/** Shell: the newest results of measured blocks, from which other sections choose. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { folder, isResults, readResults } from './results-file.ts';

/** Throws a sentence if there are none. */
export async function newestResults() {
	const names = (await readdir(folder).catch((): string[] => [])).filter(isResults);
	const files = await Promise.all(
		names.map(async (name) => {
			const file = join(folder, name);
			return { file, at: (await stat(file)).mtimeMs };
		})
	);
	const newest = files.sort((a, b) => b.at - a.at)[0]?.file;
	if (newest === undefined)
		throw new Error('No blocks were measured on this machine yet. Run npm run bench:blocks first.');
	return readResults(await readFile(newest, 'utf8'), newest);
}
