/** Shell: where things are in this folder, and what its files amount to. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder this project was cloned into. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Node 24 from npm's `node` package: the project runs on it whatever the machine has. */
export const node24 = join(root, 'node_modules', 'node', 'bin', 'node');

/** Where runs, the embedded server's files, the token and logs live. */
export const dataDir = resolve(root, process.env.DATA_DIR || 'data');

/** PATH without this folder's own programs, which `npm ci` deletes while it works. */
export function outsidePath(path = process.env.PATH ?? '') {
	return path
		.split(':')
		.filter((entry) => !entry.startsWith(root + sep))
		.join(':');
}

/**
 * SHA-256 over names and contents of files and folders, tests left out.
 * @param {string[]} paths relative to the root; missing ones count as absent
 */
export function contentHash(paths) {
	const hash = createHash('sha256');
	for (const path of paths.flatMap(filesBelow).sort())
		hash
			.update(`${path}\0`)
			.update(readFileSync(join(root, path)))
			.update('\0');
	return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
	const stat = statSync(join(root, path), { throwIfNoEntry: false });
	if (!stat) return [];
	if (stat.isFile()) return /\.test\.\w+$/.test(path) ? [] : [path];
	return readdirSync(join(root, path))
		.filter((name) => name !== 'node_modules' && !name.startsWith('.'))
		.flatMap((name) => filesBelow(join(path, name)));
}
