/** Shell: starts the product with `npm start`, on a free port and with a new data folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { freePort } from '../free-port.ts';

const root = dirname(dirname(import.meta.dirname));
const patienceMs = 90_000;

const Health = z.object({ status: z.string(), runners: z.int() });
type ProductHealth = z.infer<typeof Health>;

/** Environment variables that override the defaults; `undefined` removes a variable. */
type EnvironmentChanges = Record<string, string | undefined>;

export type EndToEndProduct = {
	url: string;
	dataDir: string;
	port: number;
	/** Everything `npm start` printed so far. */
	output: () => string;
	pid: number;
	/** Sends a signal to the process group, as a terminal does, waits for the end and removes the data folder. */
	stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

export async function startProduct({
	runner,
	task = 'start',
	words = [],
	env = {}
}: {
	runner: boolean;
	/** The npm command. */
	task?: 'start' | 'dev';
	/** Further options of the start. */
	words?: string[];
	env?: EnvironmentChanges;
}): Promise<EndToEndProduct> {
	const port = await freePort();
	const dataDir = await mkdtemp(join(tmpdir(), 'cyclelab e2e '));
	const args = [task, '--no-install', ...(runner ? [] : ['--without-runner']), ...words];
	// The child ends with this process, even if this process is killed.
	const withParent = ['--import', pathToFileURL(join(root, 'setup', 'with-parent.mjs')).href];
	const child = spawn('node', [...withParent, join(root, 'start.mjs'), ...args], {
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
		stdio: ['ignore', 'pipe', 'pipe', 'pipe']
	});
	const output = listen(child);
	const product: EndToEndProduct = {
		url: `http://localhost:${port}`,
		dataDir,
		port,
		output,
		pid: child.pid ?? 0,
		async stop(signal = 'SIGTERM') {
			const code = await end(child, signal);
			await rm(dataDir, { recursive: true, force: true });
			return code;
		}
	};
	await until('the product is up', async () => {
		if (child.exitCode !== null) throw new Error('The product ended.');
		return ['Cyclelab is at', ...(runner ? ['The runner is connected'] : [])].every((words) =>
			output().includes(words)
		);
	}).catch(async (error: unknown) => {
		await product.stop();
		throw new Error(`No product is up; it printed:\n${output()}`, { cause: error });
	});
	return product;
}

export async function healthOf(url: string): Promise<ProductHealth | undefined> {
	try {
		const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5000) });
		return Health.parse(await response.json());
	} catch {
		return undefined;
	}
}

/** Polls with growing pauses until the condition holds. */
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
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
	return () => output;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
	if (child.exitCode === null && child.signalCode === null) {
		const ended = once(child, 'exit');
		child.kill(signal);
		await ended;
	}
	return child.exitCode;
}
