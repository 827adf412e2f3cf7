/** Shell: what only the tests need: a browser, and a PostgreSQL server of its own kind. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from './command.mjs';
import { offerPackages } from './debian.mjs';
import { root } from './folder.mjs';

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * @param {{ install: boolean }} options
 * @returns {Promise<Record<string, string>>} environment for the tests; a suite without its tool is skipped, visibly
 */
export async function testTools(options) {
	const missing = [];
	if (!(await browser())) missing.push('chromium');
	if (!postgresPrograms()) missing.push('postgresql');
	if (missing.length) await offerPackages(missing, 'for the tests', options);
	return { CYCLELAB_BROWSER: (await browser()) ?? '', CYCLELAB_POSTGRES: postgresPrograms() ?? '' };
}

/**
 * Whether Compose is there now, as a word of `docker` or as a program of its own.
 * @param {{ install: boolean }} options
 */
export async function compose(options) {
	const known = [
		['docker', 'compose', 'version'],
		['docker-compose', 'version']
	];
	for (const argv of known) if ((await attempt(argv)).code === 0) return true;
	return offerPackages(['docker-compose'], 'which starts production as a whole', options);
}

/** Playwright's own Chromium if somebody downloaded it, else the system's. */
async function browser() {
	const { chromium } = await import(join(root, 'node_modules/@playwright/test/index.mjs'));
	return [chromium.executablePath(), ...browsers].find((path) => path && existsSync(path));
}

/** Folder of `initdb` and `postgres`, newest version first, as Debian lays them out. */
function postgresPrograms() {
	const home = '/usr/lib/postgresql';
	if (!existsSync(home)) return undefined;
	return readdirSync(home)
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(home, version, 'bin'))
		.find((folder) => existsSync(join(folder, 'initdb')));
}
