/** Shell: npm packages: installed exactly by the lock file, and only when they are missing or outdated. */
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { command } from './command.mjs';
import { node24, outsidePath, requireNode, root } from './folder.mjs';
import { step } from './say.mjs';

/** @param {{ install: boolean }} options `install` false: npm's cache is in the folder too, and goes with the job */
export async function packages({ install }) {
	requireNode();
	if (
		existsSync(node24) &&
		matches(read('package-lock.json'), read('node_modules/.package-lock.json'))
	)
		return;
	const argv = ['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
	const cache = join(root, 'npm-cache');
	if (!install) argv.push('--cache', cache);
	await step('Installing npm packages (the lock file names others than are here).', () =>
		command(argv, {
			cwd: root,
			env: { ...process.env, PATH: outsidePath() },
			why: 'npm could not install the packages.'
		})
	);
	rmSync(cache, { recursive: true, force: true });
	// npm 9 (Debian 13) removes this link while it skips the other platform's package
	const link = join(root, 'node_modules', '.bin', 'node');
	if (!existsSync(link)) symlinkSync(relative(dirname(link), node24), link);
}

/** @param {string} path */
function read(path) {
	const file = join(root, path);
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Whether npm's record of what is installed has every package of the lock file, in its version. Packages for
 * other platforms (`optional`) may be missing from the record.
 * @param {any} lock package-lock.json
 * @param {any} installed node_modules/.package-lock.json, which npm writes when it has finished
 */
export function matches(lock, installed) {
	if (!lock || !installed) return false;
	return Object.entries(lock.packages).every(([path, wanted]) => {
		if (!path.startsWith('node_modules/')) return true;
		const have = installed.packages[path];
		return have ? have.version === wanted.version : wanted.optional === true;
	});
}
