/**
 * Shell: one site with its embedded PostgreSQL and one runner, as an operator has them, parts of which are killed and
 * started again; and what has to be true whatever happened to them.
 */
import { randomUUID } from 'node:crypto';
import Docker from 'dockerode';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isServerOf } from '@cyclelab/site/server/embedded-process.ts';
import { readPostmaster } from '@cyclelab/site/server/embedded-settings.ts';
import { ownerLabel } from '../../runner/src/sandbox/profile.ts';
import { freePort } from '../free-port.ts';
import { embeddedStore } from '../integration/server-site.ts';
import { learn, type Course, type Heard } from './learner.ts';
import { startRunner, startSite, type Environment, type Process } from './processes.ts';

export type Part = 'site' | 'runner' | 'database';

/** A site with its embedded PostgreSQL, which both can be killed. */
export type Lone = {
	url: string;
	/** Kills these at one moment, as a machine does that runs out of memory. */
	kill: (...parts: Part[]) => Promise<void>;
	/** Starts the site again. The database comes with it, or by itself. */
	start: () => Promise<void>;
	/** Ends the site in order, and starts that of another build. */
	replace: (tree: string) => Promise<void>;
	/** Of the site. */
	pid: () => number;
	log: () => string;
	close: () => Promise<void>;
};

export type Product = Pick<Lone, 'url' | 'kill'> & {
	/** Owner of the runner's sandboxes. */
	owner: string;
	/** Starts those of them again that do not start by themselves. */
	start: (...parts: Part[]) => Promise<void>;
	/** Ends a part in order, and starts that of another build. */
	replace: (part: 'site' | 'runner', tree: string) => Promise<void>;
	signal: (signal: NodeJS.Signals, ...parts: ('site' | 'runner')[]) => void;
	log: (part: 'site' | 'runner') => string;
	/** Asks for a run and hears of it until its end; `watched` hears of every event. */
	run: (request: object, watched?: (heard: Heard) => void) => Promise<Course>;
	/** Whether the runner takes jobs. */
	isReady: () => Promise<boolean>;
	/** Ends everything in order. Resolves with the number of sandboxes that were left. */
	close: () => Promise<number>;
};

/** Long enough for any machine; no test says how long something took. */
export const patienceMs = 240_000;

/** Enough for one address to be everybody. */
const plenty = '100000';
const limits = {
	...{ RUNS_PER_MINUTE: plenty, OPEN_RUNS: plenty },
	...{ STREAMS: plenty, SNAPSHOTS_PER_MINUTE: plenty }
};

/** @param env settings on top of ours; DATA_DIR: a folder that is the caller's to remove */
export async function startLone(token: string, env: Environment = {}): Promise<Lone> {
	const store = await embeddedStore();
	const settings: Environment = { ...store.settings, ...limits, RUNNER_TOKEN: token, ...env };
	const port = await freePort('127.0.0.1');
	const cluster = join(settings['DATA_DIR'] ?? '', 'postgres', 'cluster');
	const begin = (tree?: string) => startSite('site', { ...settings, PORT: `${port}` }, tree);
	let site = await begin();
	const killDatabase = () => {
		const file = join(cluster, 'postmaster.pid');
		const server = existsSync(file) ? readPostmaster(readFileSync(file, 'utf8')) : undefined;
		if (server && isServerOf(cluster, server.pid)) process.kill(server.pid, 'SIGKILL');
	};
	return {
		url: `http://127.0.0.1:${port}`,
		kill: async (...parts) => {
			const ended = parts.includes('site') ? site.end('SIGKILL') : Promise.resolve();
			if (parts.includes('database')) killDatabase();
			await ended;
		},
		start: async () => {
			site = await begin();
		},
		replace: async (tree) => {
			await site.end('SIGTERM');
			site = await begin(tree);
		},
		log: () => site.log(),
		pid: () => site.pid,
		close: async () => {
			await site.end('SIGTERM');
			await store.remove();
		}
	};
}

export type Settings = {
	site?: Environment;
	runner?: Environment;
	/** The engine its runner is told to use in `runner`; without it, the machine's. */
	engine?: Docker;
	/** More settings of the runner, when it is known where the site listens. */
	onSite?: (url: string) => Promise<Environment>;
};

export async function startProduct(settings: Settings = {}): Promise<Product> {
	const token = randomUUID();
	const owner = `faults-${randomUUID().slice(0, 8)}`;
	const lone = await startLone(token, settings.site);
	const { url } = lone;
	const ofRunner = {
		...{ SITE_URL: url, RUNNER_TOKEN: token, RUNNER_POOL: '1' },
		...settings.runner,
		...(await settings.onSite?.(url))
	};
	const begin = (tree?: string) => startRunner(owner, ofRunner, tree);
	let runner: Process;
	try {
		runner = await begin();
	} catch (error) {
		await lone.close();
		throw error;
	}
	return {
		url,
		owner,
		kill: async (...parts) => {
			const ended = parts.includes('runner') ? runner.end('SIGKILL') : Promise.resolve();
			await Promise.all([ended, lone.kill(...parts)]);
		},
		start: async (...parts) => {
			if (parts.includes('site')) await lone.start();
			if (parts.includes('runner')) runner = await begin();
		},
		replace: async (part, tree) => {
			if (part === 'site') return lone.replace(tree);
			await runner.end('SIGTERM');
			runner = await begin(tree);
		},
		signal: (signal, ...parts) => {
			for (const part of parts) process.kill(part === 'site' ? lone.pid() : runner.pid, signal);
		},
		log: (part) => (part === 'site' ? lone : runner).log(),
		run: (request, watched) => {
			let told = 0;
			const onHeard = (_: string, heard: Heard[]) => {
				for (const one of heard.slice(told)) watched?.(one);
				told = heard.length;
			};
			return learn([url], request, { onHeard }, AbortSignal.timeout(patienceMs));
		},
		isReady: async () => {
			try {
				const response = await fetch(`${url}/api/runners`);
				const runners: { state: string }[] = await response.json();
				return runners.some(({ state }) => state === 'ready');
			} catch {
				return false;
			}
		},
		close: async () => {
			await runner.end('SIGTERM');
			await lone.close();
			return (await containersOf(owner, settings.engine)).length;
		}
	};
}

/**
 * Sandboxes of a runner that the engine has. Docker 20.10, killed while it removes one, goes on listing it afterwards though
 * it has nothing of it.
 */
export async function containersOf(owner: string, engine = new Docker()) {
	const filters = { label: [`${ownerLabel}=${owner}`] };
	const listed = await engine.listContainers({ all: true, filters });
	const there = await Promise.all(
		listed.map(({ Id }) =>
			engine
				.getContainer(Id)
				.inspect()
				.then(
					() => true,
					({ statusCode }: { statusCode?: number }) => statusCode !== 404
				)
		)
	);
	return listed.filter((_, at) => there[at]);
}

/** Waits for what must come true, however slow the machine is; fails with `what` and the last words of the product. */
export async function comesTrue(
	what: string,
	holds: () => Promise<boolean> | boolean,
	words: () => string = () => ''
): Promise<void> {
	const until = performance.now() + patienceMs;
	while (!(await holds())) {
		if (performance.now() > until) throw new Error(`Waited in vain until ${what}. ${words()}`);
		await pause(20);
	}
}

/** How a run ended, in a word, or in its sentence if it failed by our doing. */
export function endOf({ heard }: Course): string {
	const end = heard.at(-1)?.event;
	return end?.type === 'failed' ? `${end.code}: ${end.message}` : (end?.type ?? 'none');
}

/** How a run may end over which something of ours died: done, or failed with a sentence that says so. */
export const goodEnd =
	/^(finished$|SET_ASIDE: |(CONTAINER_DIED|IMAGE_MISSING): .*This is not your code; run it again)/;
