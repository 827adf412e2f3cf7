/** Shell: a Docker Engine that answers: found, started or installed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt } from './command.mjs';
import { installPackages, mayInstallPackages } from './debian.mjs';
import { startDaemon } from './daemon.mjs';
import { ending } from './ending.mjs';
import { askEngine, defaultSocket, engineAddress } from './engine-address.mjs';
import { node24, root } from './folder.mjs';
import { say, step } from './say.mjs';

const daemon = '/usr/sbin/dockerd';
const patienceSeconds = 60;
/** How `engine-refusal.ts` ends if the engine lacks a limit. */
const refused = 3;

/**
 * Starts an engine if that is possible; otherwise returns one sentence about what to do.
 * @param {{ install: boolean, isShared?: boolean }} options isShared: strangers reach this host, which has other purposes
 * @returns {Promise<boolean>} whether one answers that can hold sandboxes to their limits; DOCKER_HOST is then set for the
 *   processes to come
 */
export async function engine(options) {
	if (!(await someEngine(options))) return false;
	const words = options.isShared ? ['shared'] : [];
	const asked = await attempt([node24, join(root, 'setup', 'engine-refusal.ts'), ...words], {
		cwd: root
	});
	// Where it cannot be asked, the runner will say so.
	if (asked.code !== refused) {
		if (options.install) await loadCellsProfile();
		return true;
	}
	say(asked.output.trim());
	return false;
}

/** @param {{ install: boolean }} options */
async function someEngine({ install }) {
	if (await answers()) return true;
	const asked = await askEngine(engineAddress(process.env));
	if (process.env.DOCKER_HOST) {
		say(
			`No Docker Engine answers at DOCKER_HOST=${process.env.DOCKER_HOST}. Start it, or unset DOCKER_HOST.`
		);
		return false;
	}
	if ('error' in asked && asked.error === 'EACCES') {
		say(
			`You may not use the Docker Engine: join its group (\`sudo usermod -aG docker $USER\`) and log in again.`
		);
		return false;
	}
	if (!install || !mayInstallPackages()) {
		say(
			existsSync(daemon) || existsSync('/usr/bin/dockerd')
				? 'No Docker Engine answers. Start it (`sudo systemctl start docker`), then run this again.'
				: 'No Docker Engine answers. Install Docker Engine (on Debian: `sudo apt install docker.io`), then run this again.'
		);
		return false;
	}
	if (!existsSync(daemon) && !existsSync('/usr/bin/dockerd')) await installEngine();
	if (await answers()) return true;
	await step('Starting the Docker Engine.', () => startDaemon(answersSoon));
	return true;
}

async function answers() {
	const address = engineAddress(process.env);
	const asked = await askEngine(address);
	if (!('status' in asked) || asked.status !== 200) return false;
	if (address !== 'elsewhere' && 'socketPath' in address && address.socketPath !== defaultSocket)
		process.env.DOCKER_HOST ??= `unix://${address.socketPath}`;
	return true;
}

async function answersSoon(seconds = patienceSeconds) {
	for (let waited = 0; waited < seconds; waited += 0.25) {
		if (await answers()) return true;
		await sleep(250, undefined, { signal: ending });
	}
	return false;
}

async function installEngine() {
	const names = ['docker.io', 'ca-certificates', 'xz-utils'];
	// Where the kernel has AppArmor, the engine needs its parser.
	if (existsSync('/sys/module/apparmor')) names.push('apparmor');
	await installPackages(names, 'the engine that runs the sandboxes');
}

const kernel = '/sys/kernel/security/apparmor';
const profile = join(root, 'setup', 'apparmor', 'cyclelab-cells');

/**
 * Loads the profile until the next boot, as root on a kernel with AppArmor. Elsewhere it does nothing: a runner without the
 * profile says how to load it, and uses containers instead of cells.
 */
async function loadCellsProfile() {
	if (process.getuid?.() !== 0 || !existsSync(kernel)) return;
	const { code, output } = await attempt(['apparmor_parser', '--replace', profile]);
	if (code !== 0) say(`AppArmor's profile of cells could not be loaded. ${output.trim()}`);
}
