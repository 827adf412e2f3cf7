/** Shell: runs a program of this machine to its end. Its last words are the error's. */
import { spawn } from 'node:child_process';
import { BuildError } from './engine.ts';

/**
 * @param missing the error's sentence if there is no such program; `failed`: if it does not end with 0
 * Rejects with a `BuildError`.
 */
export function runProgram(
	program: string,
	args: string[],
	{
		failed,
		missing = failed,
		stdin
	}: { failed: string; missing?: string; stdin?: NodeJS.ReadableStream }
): Promise<void> {
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, { stdio: [stdin ? 'pipe' : 'ignore', 'pipe', 'pipe'] });
		let said = '';
		for (const stream of [child.stdout, child.stderr])
			stream?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)));
		child.on('error', () => reject(new BuildError(missing, [])));
		child.on('close', (code) => {
			if (code === 0) resolve();
			else reject(new BuildError(failed, said.trim().split('\n').slice(-10)));
		});
		// The exit status of a program that ends early has the reason.
		child.stdin?.on('error', () => undefined);
		if (child.stdin) stdin?.pipe(child.stdin);
	});
}
