/** Shell: Debian's and Ubuntu's own packages, when we may install them. */
import { existsSync, readFileSync } from 'node:fs';
import { command } from './command.mjs';
import { say, step } from './say.mjs';

/** Whether this is Debian, Ubuntu or one of their children, and we are root. */
export function mayInstallPackages() {
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
	const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
	return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release);
}

let listsAreFresh = false;

/**
 * Installs Debian packages, without anything they merely recommend.
 * @param {string[]} names
 * @param {string} purpose ends the sentence "Installing Debian's docker.io, ..."
 */
export async function installPackages(names, purpose) {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const patience = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=3'];
	if (!listsAreFresh)
		await step('Asking Debian which packages there are (apt-get update).', () =>
			command(['apt-get', ...patience, 'update', '-q'], {
				env,
				toItsEnd: true,
				why: 'apt-get update failed.'
			})
		);
	listsAreFresh = true;
	await step(`Installing Debian's ${names.join(', ')}, ${purpose}.`, () =>
		command(['apt-get', ...patience, 'install', '-q', '-y', '--no-install-recommends', ...names], {
			env,
			toItsEnd: true,
			why: `Debian's ${names.join(', ')} could not be installed.`
		})
	);
}

/**
 * Installs Debian packages if we may; otherwise reports what is missing.
 * @param {string[]} names
 * @param {string} purpose
 * @param {{ install: boolean }} options
 * @returns {Promise<boolean>} whether they are there now
 */
export async function offerPackages(names, purpose, { install }) {
	if (install && mayInstallPackages()) {
		await installPackages(names, purpose);
		return true;
	}
	say(`Not installed: ${names.join(', ')}, ${purpose}.`);
	return false;
}
