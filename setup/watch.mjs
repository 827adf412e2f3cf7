/** Shell: `npm run dev`: restarts the site or the runner when their sources change. Pages follow theirs by themselves. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { root } from './folder.mjs';
import { say } from './say.mjs';

/** Editors write a file in several steps; a restart waits for this long without a change, ms. */
const quietMs = 150;

/**
 * @param {{ site: () => Promise<void>, runner: () => Promise<void> }} restart
 * @param {AbortSignal} over
 */
export function restartOnChange(restart, over) {
	for (const folder of [
		'contract',
		'exercises',
		'images',
		'runner',
		'site/server',
		'site/shared'
	]) {
		/** @type {Map<'site' | 'runner', ReturnType<typeof setTimeout>>} */
		const waiting = new Map();
		const watcher = watch(join(root, folder), { recursive: true }, (_event, name) => {
			const file = `${folder}/${name}`;
			for (const service of restartedBy(file)) {
				clearTimeout(waiting.get(service));
				const due = setTimeout(() => {
					say(`${file} changed: the ${service} restarts.`);
					void restart[service]();
				}, quietMs);
				waiting.set(service, due);
			}
		});
		over.addEventListener('abort', () => {
			watcher.close();
			for (const due of waiting.values()) clearTimeout(due);
		});
	}
}

const isTest = (/** @type {string} */ file) => /\.test\.(ts|mjs)$|\/fixtures\//.test(file);

/**
 * Both read the contract and the exercises' schemas, the site the exercises, the runner the images' recipes.
 * @param {string} file relative to the root, with `/`
 * @returns {('site' | 'runner')[]}
 */
export function restartedBy(file) {
	if (isTest(file)) return [];
	if (/^site\/(server|shared)\//.test(file)) return file.endsWith('.ts') ? ['site'] : [];
	if (file.startsWith('runner/')) return file.endsWith('.ts') ? ['runner'] : [];
	if (/^(contract|exercises\/src)\//.test(file))
		return file.endsWith('.ts') ? ['site', 'runner'] : [];
	if (file.startsWith('exercises/')) return ['site'];
	return /^images\/[^/]+\.ts$/.test(file) ? ['runner'] : [];
}
