/** Shell: runs one outside command to its end. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { SetupError } from './say.mjs';

const keptLines = 40;

/**
 * Runs a command. Its output is kept and shown only when it fails, or line by line as `show` picks.
 * @param {string[]} argv
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: (line: string) => boolean, why?: string }} [options]
 *   `why`: the sentence of the error when it fails.
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
 * Runs a command and gives back how it ended; 127 if it is not there.
 * @param {string[]} argv
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: (line: string) => boolean }} [options]
 * @returns {Promise<{ code: number | string, output: string }>}
 */
export function attempt([program = '', ...args], { cwd, env = process.env, show } = {}) {
	return new Promise((resolve) => {
		const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (text) => {
				output = (output + text).slice(-1_000_000);
			});
		if (show)
			createInterface({ input: child.stdout }).on('line', (line) => {
				if (show(line)) process.stdout.write(`  ${line}\n`);
			});
		child.on('error', (error) => resolve({ code: 127, output: error.message }));
		child.on('close', (code, signal) => resolve({ code: code ?? signal ?? 1, output }));
	});
}
