/**
 * Shell: one site with its embedded PostgreSQL and one runner, which tests kill and start again; and the conditions that
 * hold after every fault.
 */
import { randomUUID } from 'node:crypto';
import Docker from 'dockerode';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isServerOf } from '@cyclelab/site/server/store/embedded-process.ts';
import { readPostmaster } from '@cyclelab/site/server/store/embedded-settings.ts';
import { ownerLabel } from '../../runner/src/sandbox/profile.ts';
import { freePort } from '../free-port.ts';
import { embeddedStore } from '../integration/server/site.ts';
import { startAndFollowRun, type ObservedRun, type ReceivedEvent } from './learner.ts';
import { startRunner, startSite, type Environment, type StartedProcess } from './processes.ts';

export type ProductPart = 'site' | 'runner' | 'database';

/** A site with its embedded PostgreSQL. */
export type SiteWithStore = {
	url: string;
	/** Sends SIGKILL to these parts at one moment, as an out-of-memory killer does. */
	kill: (...parts: ProductPart[]) => Promise<void>;
	/** Starts the site again, which starts the database. */
	start: () => Promise<void>;
	/** The site's process id. */
	pid: () => number;
	log: () => string;
	close: () => Promise<void>;
};

export type FaultedProduct = Pick<SiteWithStore, 'url' | 'kill'> & {
	/** Owner of the runner's sandboxes. */
	owner: string;
	/** Starts those parts again that do not restart by themselves. */
	start: (...parts: ProductPart[]) => Promise<void>;
	signal: (signal: NodeJS.Signals, ...parts: ('site' | 'runner')[]) => void;
	log: (part: 'site' | 'runner') => string;
	/** Starts a run and follows it to its end; `onEvent` gets every event. */
	run: (request: object, onEvent?: (received: ReceivedEvent) => void) => Promise<ObservedRun>;
	/** Whether the site lists the runner as ready. */
	isReady: () => Promise<boolean>;
	/** Ends everything with SIGTERM. Resolves to the number of sandboxes left. */
	close: () => Promise<number>;
};

/** Hang detection, ms; no test asserts a shorter time. */
export const patienceMs = 240_000;

/** All requests come from one address, so its limits must not apply. */
const plenty = '100000';
const limits = {
	RUNS_PER_MINUTE: plenty,
	OPEN_RUNS: plenty,
	STREAMS: plenty,
	SNAPSHOTS_PER_MINUTE: plenty
};

/** @param env overrides of the settings; the caller removes the folder DATA_DIR */
export async function startSiteWithStore(
	token: string,
	env: Environment = {}
): Promise<SiteWithStore> {
	const store = await embeddedStore();
	const settings: Environment = { ...store.settings, ...limits, RUNNER_TOKEN: token, ...env };
	const port = await freePort('127.0.0.1');
	const cluster = join(settings['DATA_DIR'] ?? '', 'postgres', 'cluster');
	const begin = () => startSite('site', { ...settings, PORT: `${port}` });
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
		log: () => site.log(),
		pid: () => site.pid,
		close: async () => {
			await site.end('SIGTERM');
			await store.remove();
		}
	};
}

type FaultSettings = {
	site?: Environment;
	runner?: Environment;
	/** The engine at `runner.DOCKER_HOST`; default: the machine's. */
	engine?: Docker;
	/** Further settings of the runner, given the site's address. */
	onSite?: (url: string) => Promise<Environment>;
};

export async function startProduct(settings: FaultSettings = {}): Promise<FaultedProduct> {
	const token = randomUUID();
	const owner = `faults-${randomUUID().slice(0, 8)}`;
	const site = await startSiteWithStore(token, settings.site);
	const { url } = site;
	const ofRunner = {
		SITE_URL: url,
		RUNNER_TOKEN: token,
		RUNNER_POOL: '1',
		...settings.runner,
		...(await settings.onSite?.(url))
	};
	const begin = () => startRunner(owner, ofRunner);
	let runner: StartedProcess;
	try {
		runner = await begin();
	} catch (error) {
		await site.close();
		throw error;
	}
	return {
		url,
		owner,
		kill: async (...parts) => {
			const ended = parts.includes('runner') ? runner.end('SIGKILL') : Promise.resolve();
			await Promise.all([ended, site.kill(...parts)]);
		},
		start: async (...parts) => {
			if (parts.includes('site')) await site.start();
			if (parts.includes('runner')) runner = await begin();
		},
		signal: (signal, ...parts) => {
			for (const part of parts) process.kill(part === 'site' ? site.pid() : runner.pid, signal);
		},
		log: (part) => (part === 'site' ? site : runner).log(),
		run: (request, onEvent) => {
			let seen = 0;
			const onReceived = (_: string, received: ReceivedEvent[]) => {
				for (const event of received.slice(seen)) onEvent?.(event);
				seen = received.length;
			};
			return startAndFollowRun([url], request, { onReceived }, AbortSignal.timeout(patienceMs));
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
			await site.close();
			return (await containersOf(owner, settings.engine)).length;
		}
	};
}

/**
 * The existing sandboxes of a runner. Inspects each, because Docker 20.10, if killed while it removes a container, still
 * lists the removed container.
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

/** Waits until `holds` is true; after `patienceMs` it throws an error with `what` and `details`. */
export async function waitUntil(
	what: string,
	holds: () => Promise<boolean> | boolean,
	details: () => string = () => ''
): Promise<void> {
	const until = performance.now() + patienceMs;
	while (!(await holds())) {
		if (performance.now() > until) throw new Error(`Timed out waiting until ${what}. ${details()}`);
		await pause(20);
	}
}

/** The type of the run's last event, or code and message if the run failed. */
export function endOf({ received }: ObservedRun): string {
	const end = received.at(-1)?.event;
	return end?.type === 'failed' ? `${end.code}: ${end.message}` : (end?.type ?? 'none');
}

/** Allowed ends of a run during a fault: finished, or failed with a sentence that does not blame the code. */
export const allowedEnd =
	/^(finished$|SET_ASIDE: |(CONTAINER_DIED|IMAGE_MISSING): .*This is not your code; run it again)/;
