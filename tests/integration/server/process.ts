/** Shell: starts the site as a separate process, as an operator does, and collects its output. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { token, type Store } from './site.ts';

const main = fileURLToPath(new URL('../../../site/server/main.ts', import.meta.url));

export type SiteProcess = { child: ChildProcess; url: string; log: () => string };

/** Starts `main.ts` and waits until it listens. Throws its output if it ends before that. */
export async function startProcess(
	store: Store,
	env: Record<string, string> = {},
	onSpawn: (child: ChildProcess) => void = () => {}
): Promise<SiteProcess> {
	const child = spawn(process.execPath, [main], {
		env: {
			...process.env,
			...store.settings,
			PORT: '0',
			HOST: '127.0.0.1',
			RUNNER_TOKEN: token,
			...env
		},
		stdio: ['ignore', 'pipe', 'pipe']
	});
	onSpawn(child);
	let text = '';
	child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
	child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
	const ended = once(child, 'close');
	for (;;) {
		const url = /"url":"(http:[^"]+)"/.exec(text)?.[1];
		if (url) return { child, url, log: () => text };
		const left = await Promise.race([
			ended.then(() => true),
			new Promise((go) => setTimeout(go, 10, false))
		]);
		if (left) throw new Error(text);
	}
}

/** Sends SIGTERM, and waits until the process has ended and its output is complete. */
export async function endProcess(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const ended = once(child, 'close');
	child.kill('SIGTERM');
	await ended;
}
