/** Shell: one running product per data folder and port, and the check that it serves. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ending } from './ending.mjs';
import { dataDir } from './folder.mjs';
import { troubleAt } from './place.mjs';
import { reaperScript } from './reaper.mjs';
import { SetupError, say } from './say.mjs';

/** How often a start looks whether its predecessor's reaper is still at work, ms. */
const lookMs = 200;

/**
 * Refuses an address where the site could not listen, and a port at which a browser might find another program: "localhost"
 * may lead to ::1 first.
 * @param {import('./place.mjs').Place} place
 */
export async function refuseTakenPlace(place) {
	const code = await listenTrouble(place.port, place.host);
	if (code) throw new SetupError(troubleAt(place, code));
	if (
		place.url.startsWith('http://localhost:') &&
		(await listenTrouble(place.port, '::1')) === 'EADDRINUSE'
	)
		throw new SetupError(troubleAt(place, 'EADDRINUSE'));
}

/** @param {number} port @param {string} host @returns {Promise<string | undefined>} the code of the error, if there is one */
function listenTrouble(port, host) {
	return new Promise((resolve) => {
		const server = net.createServer();
		server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
			resolve(error.code ?? error.message)
		);
		server.listen(port, host, () => server.close(() => resolve(undefined)));
	});
}

/** The file that names the start which uses the data folder. */
export const claimFile = join(dataDir, 'running.json');

/**
 * Two sites on one data folder would share one embedded server: the second is refused, with the address of the first. Waits
 * for the reaper of a start that was killed.
 * @param {string} url
 */
export async function claimFolder(url) {
	let hasSaid = false;
	for (;;) {
		const other = readClaim();
		if (other && isProcess(other.pid, 'start.mjs'))
			throw new SetupError(
				`Cyclelab already runs on ${dataDir} (process ${other.pid}, ${other.url}). Stop it first, or give this one its own DATA_DIR.`
			);
		if (other?.reaper === undefined || !isProcess(other.reaper, reaperScript)) break;
		if (!hasSaid) say('The start before this one was killed. Waiting until its parts have ended.');
		hasSaid = true;
		await sleep(lookMs, undefined, { signal: ending });
	}
	const claim = (/** @type {{ reaper?: number }} */ more) =>
		writeFileSync(claimFile, JSON.stringify({ pid: process.pid, url, ...more }));
	try {
		// The embedded server's own user must be able to pass through.
		mkdirSync(dataDir, { recursive: true, mode: 0o711 });
		claim({});
	} catch (error) {
		const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
		if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) throw error;
		throw new SetupError(
			`This user may not write to ${dataDir}, where the site keeps its data. Start it as the owner of that folder, or set DATA_DIR to another folder.`
		);
	}
	return {
		/** @param {number} pid of the process that ends what this start leaves when it is killed */
		reapedBy: (pid) => claim({ reaper: pid }),
		release: () => rmSync(claimFile, { force: true })
	};
}

/** @returns {{ pid: number, url: string, reaper?: number } | undefined} */
function readClaim() {
	try {
		return JSON.parse(readFileSync(claimFile, 'utf8'));
	} catch {
		// absent, or cut off when the disk was full
		return undefined;
	}
}

/**
 * @param {number} pid
 * @param {string} name a part of its command line: the number alone may be another process's by now
 */
function isProcess(pid, name) {
	try {
		process.kill(pid, 0);
	} catch {
		return false;
	}
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(name);
	} catch {
		return !existsSync('/proc/self');
	}
}

/**
 * Waits until `/healthz` has the expected answer.
 * @param {import('./place.mjs').Place} place
 * @param {(health: { status: string, runners: number }) => boolean} enough
 * @param {AbortSignal} over
 * @returns {Promise<boolean>} false if it was over first
 */
export async function whenHealthy(place, enough, over) {
	for (let pauseMs = 50; !over.aborted; pauseMs = Math.min(pauseMs * 1.2, 250)) {
		const health = await healthOf(place);
		if (health && enough(health)) return true;
		await sleep(pauseMs, undefined, { ref: false });
	}
	return false;
}

/**
 * @param {import('./place.mjs').Place} place
 * @returns {Promise<{ status: string, runners: number } | undefined>}
 */
function healthOf({ localHost, port }) {
	return new Promise((resolve) => {
		const request = http.get(
			{ host: localHost, port, path: '/healthz', timeout: 2000 },
			(response) => {
				let body = '';
				response.setEncoding('utf8').on('data', (text) => (body += text));
				response.on('end', () => {
					try {
						resolve(JSON.parse(body));
					} catch {
						resolve(undefined);
					}
				});
			}
		);
		request.on('timeout', () => request.destroy());
		request.on('error', () => resolve(undefined));
	});
}
