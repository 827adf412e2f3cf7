/** Shell: reads the seeds of the fuzz tests: recorded output of tools (runner/fixtures) and earlier findings (corpus). */
import fs from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** Longer texts are cut, because a change in a short text more probably affects the parser, characters. */
const longest = 12_000;

/** The first files of the runner's fixtures that match. */
export function recorded(glob: string): string[] {
	const found = fs.globSync(`runner/fixtures/${glob}`, { cwd: root }).sort().slice(0, 8);
	if (found.length === 0) throw new Error(`No fixture matches ${glob}.`);
	return found.map((file) => fs.readFileSync(path.join(root, file), 'utf8').slice(0, longest));
}

/** Earlier findings of one parser: `corpus/<parser>/*`, kept permanently. */
export function finds(parser: string): string[] {
	const folder = path.join(import.meta.dirname, 'corpus', parser);
	if (!fs.existsSync(folder)) return [];
	return fs
		.readdirSync(folder)
		.sort()
		.map((file) => fs.readFileSync(path.join(folder, file), 'utf8'));
}

/** A file of the project. */
export const fileOf = (name: string): string => fs.readFileSync(path.join(root, name), 'utf8');
