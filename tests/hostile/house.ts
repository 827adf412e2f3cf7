/** Shell: a real site with a real runner on this machine's engine, each a process of its own, for hostile visitors. */
import { RunEvent } from '@cyclelab/runner/schema/job';
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
import { embeddedStore, post, watchAll } from '../integration/server-site.ts';
import type { Heard } from './outcome.ts';

export type House = {
	/** The runner's name, and the owner of its containers. */
	runner: string;
	runnerPid: number;
	/** Texts no report may have: the runner's token, a planted secret, the folders of site and runner. */
	secrets: string[];
	/** Folders in which neither site nor runner may leave anything. */
	temporary: string;
	/** Sends a request and hears of the run to its end. */
	ask: (request: Record<string, unknown>) => Promise<Heard>;
	/** What the runner says of itself. */
	health: () => Promise<Health>;
	close: () => Promise<void>;
};

const Health = z.object({
	jobs: z.int(),
	pool: z.array(z.object({ warm: z.int(), starting: z.int(), waiting: z.int(), taken: z.int() }))
});
export type Health = z.infer<typeof Health>;

/** All visitors come from one address. */
const plenty = '100000';

/** Resolves when the runner is ready for every language. */
export async function openHouse(): Promise<House> {
	const [token, secret] = [randomUUID(), randomUUID()];
	const runner = `hostile-${randomUUID().slice(0, 8)}`;
	const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'cyclelab-hostile-'));
	// The embedded database is another user's process.
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
			...{ RUNS_PER_MINUTE: plenty, OPEN_RUNS: plenty, STREAMS: plenty }
		});
		undo.push(() => site.end('SIGTERM'));
		const started = await startRunner(runner, { ...own, SITE_URL: site.url, RUNNER_POOL: '1' });
		undo.push(() => started.end('SIGTERM'));
		const port = /"port":(\d+)/.exec(started.log())?.[1];
		const ask = async (request: Record<string, unknown>): Promise<Heard> => {
			const at = { url: site.url, close: async () => {} };
			const response = await post(at, '/api/runs', request);
			const answer = await response.text();
			if (response.status !== 202) return { status: response.status, answer, events: [] };
			const frames = await watchAll(at, String(JSON.parse(answer).id));
			const events = frames.map(({ data }) => RunEvent.parse(data));
			return { status: response.status, answer, events };
		};
		await ready(site.url, runner);
		return {
			...{ runner, temporary, ask, close },
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
 * Somebody at an abstract name in the host's network, whom a program in that network would reach. Nobody if another
 * suite's process listens there already, which does as well.
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
		if (runner?.state === 'ready' && Language.options.every((one) => has.includes(one))) return;
		await pause(100);
	}
}
