/** Shell: tools that only the tests need: a browser, a PostgreSQL server and an image registry. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from './command.mjs';
import { offerPackages } from './debian.mjs';
import { root } from './folder.mjs';
import { SetupError } from './say.mjs';

/** Debian's package `docker-registry` has this program. */
const registry = '/usr/bin/docker-registry';
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * @param {{ install: boolean }} options
 * @param {readonly ('chromium' | 'postgresql' | 'docker-registry')[]} [wanted] Debian's packages that are needed
 * @returns {Promise<Record<string, string>>} environment for the tests; a suite without its tool is skipped, visibly
 */
export async function testTools(options, wanted = ['chromium', 'postgresql', 'docker-registry']) {
	const missing = [];
	if (wanted.includes('chromium') && !(await browser())) missing.push('chromium');
	if (wanted.includes('postgresql') && !postgresPrograms()) missing.push('postgresql');
	if (wanted.includes('docker-registry') && !existsSync(registry)) missing.push('docker-registry');
	if (missing.length) await offerPackages(missing, 'for the tests', options);
	return {
		CYCLELAB_BROWSER: (await browser()) ?? '',
		CYCLELAB_POSTGRES: postgresPrograms() ?? '',
		CYCLELAB_REGISTRY: existsSync(registry) ? registry : ''
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
