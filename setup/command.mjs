/** Shell: runs one outside command to its end. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ending } from './ending.mjs';
import { noteGroup, signalGroup } from './groups.mjs';
import { SetupError } from './say.mjs';

const keptLines = 40;
/** A command that was asked to end has this long before it is killed, ms. */
const graceMs = 5000;
/** A command that shows its lines is never silent for longer, ms. */
const silenceMs = 15_000;

/**
 * @typedef {object} Options
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(line: string) => boolean} [show] picks the lines of its output that are shown as they come
 * @property {boolean} [toItsEnd] never ended before it is through: it changes what belongs to the whole machine
 */

/**
 * Runs a command. Its output is kept and shown only when it fails, or line by line as `show` picks.
 * @param {string[]} argv
 * @param {Options & { why?: string }} [options] `why`: the sentence of the error when it fails.
 * @returns {Promise<string>} everything it printed
 */
export async function command(argv, options = {}) {
	const { code, output } = await attempt(argv, options);
	if (code === 0) return output;
	const tail = `\n${output.trimEnd().split('\n').slice(-keptLines).join('\n')}`;
	throw new SetupError(
		`${options.why ?? 'A command of the set-up failed.'} (\`${argv.join(' ')}\` ended with ${code})${tail}`
	);
}

/**
 * Runs a command and gives back how it ended; 127 if it is not there. It is ended when this program is asked to end, with
 * everything it has started.
 * @param {string[]} argv
 * @param {Options} [options]
 * @returns {Promise<{ code: number | string, output: string }>}
 */
export function attempt(
	[program = '', ...args],
	{ cwd, env = process.env, show, toItsEnd = false } = {}
) {
	if (ending.aborted) return Promise.resolve({ code: 'not started', output: '' });
	return new Promise((resolve) => {
		const stdio = /** @type {const} */ (['ignore', 'pipe', 'pipe']);
		const child = spawn(program, args, { cwd, env, stdio, detached: !toItsEnd });
		const end = () => {
			signalGroup(child.pid, 'SIGTERM');
			setTimeout(() => signalGroup(child.pid, 'SIGKILL'), graceMs).unref();
		};
		if (!toItsEnd) {
			noteGroup(child);
			ending.addEventListener('abort', end);
		}
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (text) => {
				output = (output + text).slice(-1_000_000);
			});
		const shown = show && showLines(child.stdout, show);
		child.on('exit', () => {
			ending.removeEventListener('abort', end);
			shown?.close();
		});
		child.on('error', (error) => resolve({ code: 127, output: error.message }));
		child.on('close', (code, signal) => resolve({ code: code ?? signal ?? 1, output }));
	});
}

/**
 * Shows lines as they come, and how long it has been when none came for a while.
 * @param {import('node:stream').Readable} input
 * @param {(line: string) => boolean} isShown
 */
function showLines(input, isShown) {
	const began = performance.now();
	let shownAt = began;
	const print = (/** @type {string} */ line) => {
		shownAt = performance.now();
		process.stdout.write(`  ${line}\n`);
	};
	createInterface({ input }).on('line', (line) => {
		if (isShown(line)) print(line);
	});
	const looking = setInterval(() => {
		const now = performance.now();
		if (now - shownAt >= silenceMs) print(`${((now - began) / 1000).toFixed(0)} s so far`);
	}, 1000);
	return { close: () => clearInterval(looking) };
}
