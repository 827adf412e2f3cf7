/** Shell: one program of this machine, run to its end at a low priority. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const keptLines = 40;

/**
 * Resolves to its standard output. Rejects, with the last lines that it printed, if it does not end with 0.
 * @param why what that means, a sentence
 * @param onLine called with each line of its standard output
 */
export async function command(
	argv: readonly string[],
	why: string,
	onLine: (line: string) => void = () => {}
): Promise<string> {
	const child = spawn('nice', argv, { stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	let errors = '';
	createInterface({ input: child.stdout }).on('line', onLine);
	child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
	child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
	const code = await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	if (code === 0) return output;
	const last = `${output}${errors}`.trimEnd().split('\n').slice(-keptLines);
	throw new Error([why, ...last].join('\n'));
}
