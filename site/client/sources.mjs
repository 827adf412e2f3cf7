/** Shell: reads source files, from the working tree or from a commit, and appends to a series file. */
import { execFile } from 'node:child_process';
import { appendFile, open, readFile, writeFile } from 'node:fs/promises';
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

/**
 * The commit that has this text of the file.
 * @param {string} file @param {string} text
 * @returns {Promise<{ file: string, commit: string, committedAt: string }>} the file's path in the repository, the same from
 *   every folder; time in ISO 8601
 */
export async function commitWith(file, text) {
	if ((await textOfVersion({ file, base: 'HEAD' })) !== text)
		throw new NoFile(`${file} differs from HEAD, so no commit has this code. Commit it first.`);
	const git = async (/** @type {string[]} */ ...words) =>
		(await promisify(execFile)('git', words, { cwd: dirname(file) })).stdout.trim();
	const folder = await git('rev-parse', '--show-prefix');
	const [commit = '', committedAt = ''] = (
		await git('show', '--no-patch', '--format=%H %cI', 'HEAD')
	).split(' ');
	return { file: folder + basename(file), commit, committedAt };
}

/**
 * Appends a line in one write, after a line that was cut off too: nothing of the file is changed.
 * @param {string} path @param {string} line
 */
export async function appendLine(path, line) {
	try {
		const isCut = await endsWithin(path);
		await appendFile(path, `${isCut ? '\n' : ''}${line}\n`);
	} catch {
		throw new NoFile(`${path} cannot be written. The line that it lacks:\n${line}`);
	}
}

/** Whether the file ends within a line. @param {string} path */
async function endsWithin(path) {
	const file = await open(path, 'a+');
	try {
		const { size } = await file.stat();
		if (size === 0) return false;
		const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
		return buffer.toString('latin1') !== '\n';
	} finally {
		await file.close();
	}
}

/** @param {string} path @param {string} text */
export const writeText = (path, text) =>
	writeFile(path, text).catch(() => {
		throw new NoFile(`The file ${path} cannot be written.`);
	});
