/** Shell: reads source files, from the working tree or from a commit, and appends to a series file. */
import { execFile } from 'node:child_process';
import { appendFile, open, readFile, stat, writeFile } from 'node:fs/promises';
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

/** @param {import('./options.mjs').Version} version @returns {Promise<string>} */
export async function textOfVersion({ file, base }) {
	if (base === undefined) return textIn(file);
	const [cwd, name] = [dirname(file), basename(file)];
	try {
		return (await git(cwd, 'show', '--no-textconv', `${base}:./${name}`)).stdout;
	} catch (error) {
		throw new NoFile(await whyNoVersion({ file, base }, error));
	}
}

/** @param {string} cwd @param {string[]} words */
const git = (cwd, ...words) => promisify(execFile)('git', words, { cwd, maxBuffer: mostBytes });

/** @param {{ file: string, base: string }} version that git did not show @param {any} error */
async function whyNoVersion({ file, base }, error) {
	const cwd = dirname(file);
	const has = (/** @type {string[]} */ ...words) =>
		git(cwd, ...words).then(
			() => true,
			() => false
		);
	if (!(await stat(cwd).catch(() => undefined))?.isDirectory())
		return `The folder ${cwd} cannot be read.`;
	if (error?.code === 'ENOENT')
		return 'git is not installed. Without it, give two files: --file before.c --file after.c';
	if (!(await has('rev-parse', '--git-dir')))
		return `${file} lies in no git repository, so ${base} has no version of it. Start cyclelab in a repository, or compare two files: --file before.c --file after.c`;
	if (!(await has('rev-parse', '--verify', '--quiet', `${base}^{commit}`)))
		return `git has no commit ${base}. In a CI job fetch it first (fetch-depth: 0).`;
	return `git has no ${file} in ${base}. If it had another name there, give two files: --file before.c --file after.c`;
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
	const answer = async (/** @type {string[]} */ ...words) =>
		(await git(dirname(file), ...words)).stdout.trim();
	const folder = await answer('rev-parse', '--show-prefix');
	const [commit = '', committedAt = ''] = (
		await answer('show', '--no-patch', '--format=%H %cI', 'HEAD')
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
