/** Shell: keeps processors busy from a separate process, for a limited time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** @param cores a kernel processor list; @param atMostMs time after which the process ends by itself */
export async function keepBusy(cores: string, atMostMs: number): Promise<() => Promise<void>> {
	const loop = `const end = Date.now() + ${atMostMs}; let x = 1; while (Date.now() < end) for (let i = 0; i < 1e6; i++) x = Math.imul(x, 69069) + i; process.exit(x & 0);`;
	const child = spawn('taskset', ['--cpu-list', cores, process.execPath, '-e', loop], {
		stdio: 'ignore'
	});
	const ended = once(child, 'exit');
	await once(child, 'spawn');
	return async () => {
		child.kill('SIGKILL');
		await ended;
	};
}
