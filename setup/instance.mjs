/** Shell: one running product per data folder and port, and how to tell that it serves. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataDir } from './folder.mjs';
import { SetupError } from './say.mjs';

/** @param {number} port @returns {Promise<boolean>} */
export function portIsFree(port) {
	return new Promise((resolve) => {
		const server = net.createServer();
		server.once('error', () => resolve(false));
		server.listen(port, () => server.close(() => resolve(true)));
	});
}

/**
 * Two sites on one data folder would share one embedded server: the second is refused, with the address of the first.
 * @param {string} url
 * @returns {() => void} gives the folder back
 */
export function claimFolder(url) {
	const file = join(dataDir, 'running.json');
	if (existsSync(file)) {
		const other = JSON.parse(readFileSync(file, 'utf8'));
		if (isOurs(other.pid))
			throw new SetupError(
				`Cyclelab already runs on ${dataDir} (process ${other.pid}, ${other.url}). Stop it first, or give this one its own DATA_DIR.`
			);
	}
	// The embedded server's own user must be able to pass through.
	mkdirSync(dataDir, { recursive: true, mode: 0o711 });
	writeFileSync(file, JSON.stringify({ pid: process.pid, url }));
	return () => rmSync(file, { force: true });
}

/** @param {number} pid */
function isOurs(pid) {
	try {
		process.kill(pid, 0);
	} catch {
		return false;
	}
	const commandLine = `/proc/${pid}/cmdline`;
	return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('start.mjs');
}

/**
 * Waits until `/healthz` says what we wait for.
 * @param {number} port
 * @param {(health: { status: string, runners: number }) => boolean} enough
 * @param {AbortSignal} over
 * @returns {Promise<boolean>} false if it was over first
 */
export async function whenHealthy(port, enough, over) {
	for (let pauseMs = 50; !over.aborted; pauseMs = Math.min(pauseMs * 1.2, 250)) {
		const health = await healthOf(port);
		if (health && enough(health)) return true;
		await sleep(pauseMs, undefined, { ref: false });
	}
	return false;
}

/** @param {number} port @returns {Promise<{ status: string, runners: number } | undefined>} */
function healthOf(port) {
	return new Promise((resolve) => {
		const request = http.get(
			{ host: '127.0.0.1', port, path: '/healthz', timeout: 2000 },
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
