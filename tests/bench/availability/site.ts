/** Shell: one site process with a new store, on the loopback, and a test runner. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';

export const token = 'a-token-for-the-bench-only';
const root = join(import.meta.dirname, '../../..');
const patienceMs = 60_000;

/** The heap that `npm start` gives the site, MB. */
const heapMB = 256;
const plenty = '1000000';

/** All requests come from one address, so its limits are switched off; the site must stay available without them. */
const limits = {
	RUNS_PER_MINUTE: '100000',
	OPEN_RUNS: '100000',
	STREAMS: '100000',
	CONNECTIONS: plenty,
	REQUESTS_PER_MINUTE: plenty
};

export async function startSite(): Promise<{ url: string; stop: () => Promise<void> }> {
	const folder = await mkdtemp(join(tmpdir(), 'cyclelab-availability-'));
	// The database runs as a separate user.
	await chmod(folder, 0o755);
	const port = await freePort('127.0.0.1');
	const child = spawn(process.execPath, [`--max-old-space-size=${heapMB}`, 'site/server/main.ts'], {
		cwd: root,
		stdio: ['ignore', 'ignore', 'inherit'],
		env: {
			...process.env,
			...limits,
			PORT: `${port}`,
			HOST: '127.0.0.1',
			DATA_DIR: folder,
			RUNNER_TOKEN: token,
			LOG_LEVEL: 'silent'
		}
	});
	const ended = once(child, 'exit');
	const stop = async () => {
		child.kill('SIGTERM');
		await ended;
		await rm(folder, { recursive: true, force: true });
	};
	const url = `http://127.0.0.1:${port}`;
	const until = performance.now() + patienceMs;
	while (
		!(await fetch(`${url}/healthz`).then(
			({ ok }) => ok,
			() => false
		))
	) {
		if (child.exitCode !== null || performance.now() > until) {
			await stop();
			throw new Error('The site did not start.');
		}
		await pause(100);
	}
	return { url, stop };
}
