/** Shell: the sandbox images, made by `images/main.ts` from what this folder holds. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, command } from './command.mjs';
import { installPackages, mayInstallPackages } from './debian.mjs';
import { askEngine, engineAddress } from './engine-address.mjs';
import { node24, root } from './folder.mjs';
import { SetupError } from './say.mjs';

/** The image that the first exercise needs, and the images that are built while the site is already in use. */
export const firstImages = ['cc'];
export const laterImages = ['rust', 'go', 'dotnet', 'crystal', 'osaca'];

/**
 * Makes the images that are missing, showing progress; returns soon when none is.
 * @param {string[]} names in the order in which they are wanted
 * @param {{ install: boolean }} options `install` false: a missing image stays missing, and that is an error
 * @param {string} [platform] a platform other than this machine's: built under an emulator
 */
export async function images(names, { install }, platform) {
	const words = platform === undefined ? names : ['--platform', platform, ...names];
	const run = (/** @type {string} */ entry) => [node24, join(root, entry), ...words];
	if (!install) {
		if ((await attempt(run('setup/have-images.ts'), { cwd: root })).code === 0) return;
		throw new SetupError('its images are missing, and --no-install forbids making them.');
	}
	await offerDebootstrap(platform === 'arm64' ? 'arm64v8/debian' : 'debian');
	await command(run('images/main.ts'), {
		cwd: root,
		show: (line) => line.includes(' '),
		why: 'A sandbox image could not be made.'
	});
}

/**
 * Installs debootstrap, which makes the base of all images where no image registry can be reached.
 * @param {string} [repository] of the base
 */
export async function offerDebootstrap(repository = 'debian') {
	const path = `/images/${repository}:trixie-slim/json`;
	const base = await askEngine(engineAddress(process.env), path);
	const isThere = 'status' in base && base.status === 200;
	if (isThere || existsSync('/usr/sbin/debootstrap') || !mayInstallPackages()) return;
	await installPackages(['debootstrap', 'debian-archive-keyring'], 'which can make the base image');
}
