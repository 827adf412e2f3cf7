/** Shell: a site and a runner on this machine's engine, each in a separate process. */
import { RunEvent } from '@cyclelab/contract/schema/job';
import { Language } from '@cyclelab/exercises/schema';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { startRunner, startSite } from '../faults/processes.ts';
import { embeddedStore, post, watchAll } from '../integration/server/site.ts';
import type { RunResponse } from './outcome.ts';

export type Deployment = {
	/** The runner's name, and the owner of its containers. */
	runner: string;
	runnerPid: number;
	/** Texts that no response may contain: the runner's token, a planted secret, the folders of site and runner. */
	secrets: string[];
	/** The folder for temporary files, in which neither site nor runner may leave a file. */
	temporary: string;
	/** Sends a run request and reads the run's events until its end. */
	run: (request: Record<string, unknown>) => Promise<RunResponse>;
	/** The response of the runner's `/healthz`. */
	health: () => Promise<DeploymentHealth>;
	close: () => Promise<void>;
};

const Health = z.object({
	jobs: z.int(),
	pool: z.array(
		z.object({
			warm: z.int(),
			starting: z.int(),
			waiting: z.int(),
			taken: z.int()
		})
	)
});
type DeploymentHealth = z.infer<typeof Health>;

/** All requests come from one address, so its limits must not apply. */
const plenty = '100000';

/** Resolves when the runner is ready for every language. */
export async function openDeployment(): Promise<Deployment> {
	const [token, secret] = [randomUUID(), randomUUID()];
	const runner = `hostile-${randomUUID().slice(0, 8)}`;
	const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'cyclelab-hostile-'));
	// The embedded database runs as another user.
	fs.chmodSync(temporary, 0o777);
	const store = await embeddedStore();
	const undo: (() => Promise<unknown> | void)[] = [
		() => fs.rmSync(temporary, { recursive: true }),
		store.remove
	];
	const close = async () => {
		for (const one of undo.splice(0).reverse()) await one();
	};
	const listener = await listenAtHost();
	undo.push(() => void listener?.close());
	try {
		const own = { RUNNER_TOKEN: token, TMPDIR: temporary, CYCLELAB_SECRET: secret };
		const site = await startSite('site', {
			...own,
			...store.settings,
			RUNS_PER_MINUTE: plenty,
			OPEN_RUNS: plenty,
			STREAMS: plenty
		});
		undo.push(() => site.end('SIGTERM'));
		// Where other work slows the machine, an idle runner's blocks leave no moment without a sandbox in use.
		const settings = { RUNNER_POOL: '1', RUNNER_BLOCKS: '0' };
		const started = await startRunner(runner, { ...own, ...settings, SITE_URL: site.url });
		undo.push(() => started.end('SIGTERM'));
		const port = /"port":(\d+)/.exec(started.log())?.[1];
		const run = async (request: Record<string, unknown>): Promise<RunResponse> => {
			const at = { url: site.url, close: async () => {} };
			const response = await post(at, '/api/runs', request);
			const body = await response.text();
			if (response.status !== 202) return { status: response.status, body, events: [] };
			const frames = await watchAll(at, String(JSON.parse(body).id));
			const events = frames.map(({ data }) => RunEvent.parse(data));
			return { status: response.status, body, events };
		};
		await ready(site.url, runner);
		return {
			runner,
			temporary,
			run,
			close,
			runnerPid: started.pid,
			secrets: [token, secret, temporary, store.settings['DATA_DIR'] ?? temporary],
			health: async () => {
				const response = await fetch(`http://127.0.0.1:${port}/healthz`);
				return Health.parse(await response.json());
			}
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/**
 * Listens at an abstract socket name in the host's network namespace, which a program in that namespace would reach.
 * Undefined if another suite's process already listens at that name, which serves the same purpose.
 */
async function listenAtHost(): Promise<net.Server | undefined> {
	const name = '\0cyclelab-hostile-host';
	const server = net.createServer((socket) => socket.destroy());
	server.listen(name);
	const isTaken = await once(server, 'listening').then(
		() => false,
		() => true
	);
	const visitor = net.connect(name);
	await once(visitor, 'connect');
	visitor.destroy();
	return isTaken ? undefined : server;
}

async function ready(url: string, name: string): Promise<void> {
	const Runners = z.array(
		z.object({
			id: z.string(),
			state: z.string(),
			toolchains: z.array(z.object({ language: Language }))
		})
	);
	for (;;) {
		const runners = Runners.parse(await (await fetch(`${url}/api/runners`)).json());
		const runner = runners.find(({ id }) => id === name);
		const has = runner?.toolchains.map(({ language }) => language) ?? [];
		if (runner?.state === 'ready' && Language.options.every((option) => has.includes(option)))
			return;
		await pause(100);
	}
}
