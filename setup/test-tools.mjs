/** Shell: tools that only the tests need: a browser, a PostgreSQL server, a pooler for it and an image registry. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from './command.mjs';
import { offerPackages } from './debian.mjs';
import { root } from './folder.mjs';
import { SetupError } from './say.mjs';

/** Debian's package `docker-registry` has this program. */
const registry = '/usr/bin/docker-registry';
/** So has the package `pgbouncer`. */
const pooler = '/usr/sbin/pgbouncer';
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/**
 * Debian's package of that name: the same engine without windows. Opening an exercise's page in it takes 0.4 s of processor time
 * instead of 1.2 s.
 */
const headlessShell = '/usr/bin/chromium-headless-shell';

/**
 * @param {{ install: boolean }} options
 * @param {readonly ('chromium' | 'headless' | 'postgresql' | 'docker-registry' | 'pgbouncer')[]} [wanted] Debian's packages that are needed;
 *   headless: the headless shell, or Chromium where Debian has no such package
 * @returns {Promise<Record<string, string>>} environment for the tests; a suite without its tool is skipped, visibly
 */
export async function testTools(
	options,
	wanted = ['headless', 'postgresql', 'docker-registry', 'pgbouncer']
) {
	const missing = [];
	const preferred = wanted.includes('headless') ? [headlessShell] : [];
	if (wanted.includes('chromium') && !(await browser())) missing.push('chromium');
	if (wanted.includes('headless')) missing.push(...(await missingHeadless()));
	if (wanted.includes('postgresql') && !postgresPrograms()) missing.push('postgresql');
	if (wanted.includes('docker-registry') && !existsSync(registry)) missing.push('docker-registry');
	if (wanted.includes('pgbouncer') && !existsSync(pooler)) missing.push('pgbouncer');
	if (missing.length) await offerPackages(missing, 'for the tests', options);
	return {
		CYCLELAB_BROWSER: (await browser(preferred)) ?? '',
		CYCLELAB_POSTGRES: postgresPrograms() ?? '',
		CYCLELAB_REGISTRY: existsSync(registry) ? registry : '',
		CYCLELAB_POOLER: existsSync(pooler) ? pooler : ''
	};
}

/**
 * Whether Compose is installed, as a subcommand of `docker` or as a separate program.
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

/**
 * What makes and boots a virtual machine with Debian. Throws a sentence where it is missing.
 * @param {{ install: boolean }} options
 */
export async function virtualMachine(options) {
	if (process.getuid?.() !== 0)
		throw new SetupError('Only root can make the disk of the virtual machine: run this as root.');
	const packageOf = {
		'/usr/bin/qemu-system-x86_64': 'qemu-system-x86',
		'/usr/sbin/debootstrap': 'debootstrap',
		'/usr/sbin/mkfs.ext4': 'e2fsprogs',
		'/usr/bin/ssh-keygen': 'openssh-client'
	};
	const missing = Object.entries(packageOf).flatMap(([program, name]) =>
		existsSync(program) ? [] : [name]
	);
	if (missing.length > 0 && !(await offerPackages(missing, 'for the virtual machine', options)))
		throw new SetupError(
			`The virtual machine needs ${missing.join(', ')}: install what is missing.`
		);
}

/**
 * Playwright's own Chromium if somebody downloaded it, else the system's.
 * @param {readonly string[]} [preferred] browsers to look for before these
 */
async function browser(preferred = []) {
	const { chromium } = await import(join(root, 'node_modules/@playwright/test/index.mjs'));
	const known = [...preferred, chromium.executablePath(), ...browsers];
	return known.find((path) => path && existsSync(path));
}

/** The package to install so that the tests have the headless shell; none if it is installed or unknown to Debian here. */
async function missingHeadless() {
	if (existsSync(headlessShell)) return [];
	const known = await attempt(['apt-cache', 'show', 'chromium-headless-shell']);
	if (known.code === 0) return ['chromium-headless-shell'];
	return (await browser()) ? [] : ['chromium'];
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
