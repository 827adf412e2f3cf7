/** Shell: the pages as the browser gets them: built by Vite when what they are made from has changed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { command } from './command.mjs';
import { contentHash, node24, root } from './folder.mjs';
import { step } from './say.mjs';

/** Exercises are read when the site runs, so their texts are not among these. */
const sources = [
	'package-lock.json',
	'contract',
	'exercises/package.json',
	'exercises/src',
	'images/osaca',
	'site/few-chunks.ts',
	'site/lean-monaco.ts',
	'site/links.ts',
	'site/package.json',
	'site/shared',
	'site/src',
	'site/static',
	'site/third-party.ts',
	'site/tsconfig.json',
	'site/vite.config.ts'
];
const stamp = join(root, 'site', 'build', 'made-from.txt');

export async function buildSite() {
	const hash = contentHash(sources);
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
	await step('Building the pages (their sources changed).', async () => {
		await command([node24, join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'], {
			cwd: join(root, 'site'),
			env: { ...process.env, NODE_ENV: 'production' },
			why: 'The pages could not be built.'
		});
		writeFileSync(stamp, hash);
	});
}

/** Writes the types of routes that `tsc` and `svelte-check` read; a build does so too. */
export async function typesOfPages() {
	// npm installs it here or in the workspace, by what else needs it.
	const { resolve } = createRequire(join(root, 'site', 'package.json'));
	const kit = dirname(resolve('@sveltejs/kit/package.json'));
	await command([node24, join(kit, 'svelte-kit.js'), 'sync'], {
		cwd: join(root, 'site'),
		why: "SvelteKit could not write the routes' types."
	});
}
