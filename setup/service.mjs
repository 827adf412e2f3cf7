/** Shell: one long-running process of ours: launched with a log file, stopped gently, then firmly. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, closeSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { node24, root } from './folder.mjs';
import { noteGroup } from './groups.mjs';

const graceMs = 20_000;
/** Compiled code of Node's modules: with it a thread of the runner starts in half the processor time. */
export const compiled = join(root, 'node_modules', '.cache', 'cyclelab');
/** The module that makes a process end with its parent. */
export const withParent = pathToFileURL(join(root, 'setup', 'with-parent.mjs')).href;

/**
 * @param {{ entry: string, args?: string[], flags?: string[], env: NodeJS.ProcessEnv, logFile: string }} options entry:
 *   relative to the root; flags: Node's own
 */
export function launch({ entry, args = [], flags = [], env, logFile }) {
	mkdirSync(dirname(logFile), { recursive: true, mode: 0o700 });
	if (existsSync(logFile)) renameSync(logFile, `${logFile}.1`);
	const log = openSync(logFile, 'a');
	// A separate process group: Ctrl+C in a terminal reaches only us, and we stop the runner before the site.
	const child = spawn(node24, [...flags, '--import', withParent, join(root, entry), ...args], {
		cwd: root,
		env: { NODE_COMPILE_CACHE: compiled, ...env },
		detached: true,
		stdio: ['ignore', log, log, 'pipe']
	});
	closeSync(log);
	noteGroup(child);
	let running = true;
	/** @type {Promise<{ how: string, byOther: boolean }>} */
	const ended = new Promise((resolve) => {
		child.on('error', (error) => resolve({ how: error.message, byOther: false }));
		child.on('exit', (code, signal) =>
			resolve({ how: signal ? `signal ${signal}` : `code ${code}`, byOther: signal !== null })
		);
	});
	void ended.then(() => (running = false));

	return {
		/** Resolves with how it ended, in words, and whether a signal ended it: then it is not its settings. */
		ended,
		isRunning: () => running,
		async stop() {
			if (!running) return;
			child.kill('SIGTERM');
			await Promise.race([ended, sleep(graceMs, undefined, { ref: false })]);
			if (running) child.kill('SIGKILL');
			await ended;
		},
		/** @param {number} count last lines of its log */
		lastWords: (count) =>
			readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-count).join('\n')
	};
}
