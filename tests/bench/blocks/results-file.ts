/** Shell: the file of the measured blocks, which a bench that was interrupted goes on with. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { digest } from '../../../runner/src/blocks/digest.ts';
import { BlockResults } from '@cyclelab/contract/schema/blocks';

/** Where benches write. */
export const folder = join(import.meta.dirname, '../../../bench-results');

const prefix = 'measured-blocks-';
/** Whether a file of the folder, by its name, is one of measured blocks. */
export const isResults = (name: string): boolean =>
	name.startsWith(prefix) && name.endsWith('.json');

/** Another machine, another version of a tool or another seed has another file. */
function fileFor({ machine, predictors, seed }: BlockResults): string {
	const key = digest(JSON.stringify([machine, predictors]), 8);
	return join(folder, `${prefix}${machine.host.microarchitecture}-${seed}-${key}.json`);
}

/** What the file of `empty` holds, else `empty`. Throws a sentence if the file was changed by somebody else. */
export async function resumed(empty: BlockResults): Promise<BlockResults> {
	const file = fileFor(empty);
	const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return undefined;
		throw error;
	});
	return text === undefined ? empty : readResults(text, file);
}

/** Throws a sentence if the text is no such file. */
export function readResults(text: string, file: string): BlockResults {
	const parsed = BlockResults.safeParse(JSON.parse(text));
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	throw new Error(
		`${file} cannot be read (${issue?.path.join('.')}: ${issue?.message}). Remove it to begin again.`
	);
}

/** The file is replaced at once: an interrupted bench leaves the one before. */
export async function save(results: BlockResults): Promise<string> {
	const file = fileFor(results);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(`${file}.new`, `${JSON.stringify(results)}\n`);
	await rename(`${file}.new`, file);
	return file;
}
