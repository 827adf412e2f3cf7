/** Shell: a process that outlives this one, to end whatever this one leaves behind when it is killed. */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir, node24, root } from './folder.mjs';
import { hearGroups } from './groups.mjs';

/** In the command line of every reaper. */
export const reaperScript = join(root, 'setup', 'reaper.sh');

/**
 * @param {string} claim the file that claims the data folder
 * @param {string} owner the id of this start's runner
 */
export function startReaper(claim, owner) {
	const logs = join(dataDir, 'logs');
	mkdirSync(logs, { recursive: true, mode: 0o700 });
	const logFile = join(logs, 'reaper.log');
	const log = openSync(logFile, 'w');
	const reap = [node24, join(root, 'setup', 'reap.mjs'), dataDir, owner];
	const child = spawn('sh', [reaperScript, claim, ...reap], {
		cwd: '/',
		detached: true,
		stdio: ['pipe', log, log]
	});
	closeSync(log);
	const ended = new Promise((resolve) => {
		child.once('exit', resolve);
		child.once('error', resolve);
	});
	// A reaper that was killed reads nothing.
	child.stdin.on('error', () => {});
	child.unref();
	/** @type {import('node:net').Socket} */ (child.stdin).unref();
	hearGroups((sign, group) => child.stdin.write(`${sign} ${group}\n`));
	return {
		pid: child.pid ?? 0,
		/**
		 * @param {boolean} isClean whether every part ended in order, so that nothing is left
		 * @returns {Promise<string>} what it had to end and remove, in sentences
		 */
		async end(isClean) {
			child.ref();
			child.stdin.end(isClean ? 'done\n' : '');
			await ended;
			return readFileSync(logFile, 'utf8').trim();
		}
	};
}
