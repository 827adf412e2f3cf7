/** Shell: the product as a person starts it, on a free port and with a data folder of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '../free-port.ts';

const root = dirname(dirname(import.meta.dirname));
const patienceMs = 90_000;

const Health = z.object({ status: z.string(), runners: z.int() });
export type Health = z.infer<typeof Health>;

/** Environment variables on top of ours; `undefined` removes one. */
type Environment = Record<string, string | undefined>;

export type Product = {
	url: string;
	dataDir: string;
	port: number;
	/** Everything `npm start` said so far. */
	said: () => string;
	pid: number;
	/** Sends a signal as a terminal or a service manager would, waits for the end, removes the data folder. */
	stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

export async function startProduct({
	runner,
	env = {}
}: {
	runner: boolean;
	env?: Environment;
}): Promise<Product> {
	const port = await freePort();
	const dataDir = await mkdtemp(join(tmpdir(), 'cyclelab e2e '));
	const args = ['start', '--no-install', ...(runner ? [] : ['--without-runner'])];
	const child = spawn('node', [join(root, 'start.mjs'), ...args], {
		cwd: tmpdir(),
		env: {
			...process.env,
			PORT: `${port}`,
			DATA_DIR: dataDir,
			RUNNER_ID: `e2e-${port}`,
			RUNNER_TOKEN: undefined,
			RUNS_PER_MINUTE: '1000',
			REQUESTS_PER_MINUTE: '1000000',
			...env
		},
		stdio: ['ignore', 'pipe', 'pipe']
	});
	const said = listen(child);
	const product: Product = {
		url: `http://localhost:${port}`,
		dataDir,
		port,
		said,
		pid: child.pid ?? 0,
		async stop(signal = 'SIGTERM') {
			const code = await end(child, signal);
			await rm(dataDir, { recursive: true, force: true });
			return code;
		}
	};
	await until(`the product is up; it said:\n${said()}`, async () => {
		if (child.exitCode !== null) throw new Error(`The product ended: ${said()}`);
		return ['Cyclelab is at', ...(runner ? ['The runner is connected'] : [])].every((words) =>
			said().includes(words)
		);
	}).catch(async (error: unknown) => {
		await product.stop();
		throw error;
	});
	return product;
}

export type LoneRunner = { stop: (signal?: NodeJS.Signals) => Promise<number | null> };

/** A runner of its own for a product started without one, so that a test can take it away. */
export async function startRunner(product: Product, env: Environment = {}): Promise<LoneRunner> {
	const token = await readFile(join(product.dataDir, 'runner-token'), 'utf8');
	const child = spawn(process.execPath, [join(root, 'runner', 'src', 'main.ts')], {
		env: {
			...process.env,
			SITE_URL: `http://127.0.0.1:${product.port}`,
			RUNNER_TOKEN: token.trim(),
			RUNNER_ID: `e2e-${product.port}`,
			...env
		},
		stdio: ['ignore', 'pipe', 'pipe']
	});
	const said = listen(child);
	await until('the runner is connected', async () => {
		if (child.exitCode !== null) throw new Error(`The runner ended: ${said()}`);
		return ((await healthOf(product.url))?.runners ?? 0) >= 1;
	});
	return { stop: (signal = 'SIGTERM') => end(child, signal) };
}

export async function healthOf(url: string): Promise<Health | undefined> {
	try {
		const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5000) });
		return Health.parse(await response.json());
	} catch {
		return undefined;
	}
}

/** Waits, asking ever more slowly. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
	const began = performance.now();
	for (
		let pauseMs = 50;
		performance.now() - began < patienceMs;
		pauseMs = Math.min(1000, pauseMs * 1.3)
	) {
		if (await holds()) return;
		await sleep(pauseMs);
	}
	throw new Error(`Waited ${patienceMs / 1000} s in vain until ${what}.`);
}

function listen(child: ChildProcess): () => string {
	let said = '';
	for (const stream of [child.stdout, child.stderr])
		stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
	return () => said;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
	if (child.exitCode === null && child.signalCode === null) {
		const ended = once(child, 'exit');
		child.kill(signal);
		await ended;
	}
	return child.exitCode;
}
