/** Shell: reads source files, from the working tree or from a commit. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';

/** A file that cannot be read is the caller's to correct. */
export class NoFile extends Error {}

/** Longest file that is read from a commit, bytes; the site accepts less. */
const mostBytes = 4 * 1024 * 1024;

/** @param {string} path */
export const textIn = (path) =>
	readFile(path, 'utf8').catch(() => {
		throw new NoFile(`The file ${path} cannot be read.`);
	});

/** @param {import('./compare-options.mjs').Version} version @returns {Promise<string>} */
export async function textOfVersion({ file, base }) {
	if (base === undefined) return textIn(file);
	const words = ['show', '--no-textconv', `${base}:./${basename(file)}`];
	try {
		const git = promisify(execFile);
		return (await git('git', words, { cwd: dirname(file), maxBuffer: mostBytes })).stdout;
	} catch {
		throw new NoFile(
			`git has no ${file} in ${base}. In a CI job fetch the commit first (fetch-depth: 0).`
		);
	}
}
