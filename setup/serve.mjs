/** Shell: the product on this machine: the site, and a local runner as soon as its images are there. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ending } from './ending.mjs';
import { dataDir, root } from './folder.mjs';
import { whenHealthy } from './instance.mjs';
import { createBackOff } from './back-off.mjs';
import { inUrl, meaningOf } from './place.mjs';
import { say } from './say.mjs';
import { launch } from './service.mjs';
import { restartOnChange } from './watch.mjs';

/**
 * Node's own options of the site or the runner, from the file that the images read as well (images/product/Dockerfile). With
 * them a site that passes on reports stays at 135 MB (275 without), and the runner's threads keep no large young generations.
 * @param {'site' | 'runner'} name
 */
const flagsOf = (name) =>
	readFileSync(join(root, name, 'node-flags'), 'utf8')
		.trim()
		.split(/\s+/);
/** A site that dies this often without having settled is not started again. */
const mostSiteEnds = 5;
const worthSayingMs = 4_000;

/**
 * Serves until asked to stop, or until the site cannot be kept up.
 * @param {{ place: import('./place.mjs').Place, runnerReady: Promise<boolean>, began: number, later: string[], dev?: boolean }} options
 *   runnerReady: whether engine and first images are there; began: `performance.now()` at the start of set-up; later:
 *   images to make while the site is in use; dev: pages, site and runner follow their sources
 * @returns {Promise<{ code: number, isClean: boolean }>} exit code, and whether every part ended in order
 */
export async function serve({ place, runnerReady, began, later, dev = false }) {
	const { host, port, url } = place;
	const own = {
		HOST: host,
		PORT: `${port}`,
		DATA_DIR: dataDir,
		RUNNER_TOKEN: runnerToken(dataDir, process.env)
	};
	// Of the moment of a launch: DOCKER_HOST is set when an engine answers at another place than the default.
	const env = () => ({ ...process.env, ...own });
	const logs = join(dataDir, 'logs');
	/** @type {AbortController} */
	const over = new AbortController();
	const how = dev ? { args: ['--dev'] } : { flags: flagsOf('site') };
	const site = keep(
		{ entry: 'site/server/main.ts', ...how, env: env(), logFile: join(logs, 'site.log') },
		{ name: 'site', over: over.signal, most: mostSiteEnds, dev }
	);
	const runner = keepRunner(
		runnerReady,
		() => ({
			...env(),
			SITE_URL: `http://${inUrl(place.localHost)}:${port}`,
			RUNNER_ID: runnerId()
		}),
		logs,
		over.signal
	);
	const images = prepareImages(runnerReady, later, env, logs, over.signal);
	if (dev) restartOnChange({ site: site.restart, runner: runner.restart }, over.signal);
	void whenHealthy(place, (health) => health.status === 'ok', over.signal).then((ok) => {
		if (!ok) return;
		site.serves();
		say(
			`Cyclelab is at ${url} (after ${((performance.now() - began) / 1000).toFixed(1)} s). Ctrl+C stops it. Logs: ${logs}`
		);
		say(meaningOf(place, process.env));
	});
	void whenHealthy(place, (health) => health.runners > 0, over.signal).then((ok) => {
		if (ok) say('The runner is connected: exercises can be run when it has tested itself.');
	});

	const asked = new Promise((resolve) => {
		if (ending.aborted) resolve('asked');
		ending.addEventListener('abort', () => resolve('asked'));
	});
	const end = await Promise.race([site.ended, asked]);
	over.abort();
	if (end === 'asked') say('Stopping.');
	await runnerReady;
	await images.stop();
	await runner.stop();
	await site.stop();
	return { code: end === 'asked' ? 0 : 1, isClean: runner.isClean() && site.isClean() };
}

/** The runner's id, unique to this folder on this machine: each runner removes the containers of its own predecessor. */
export function runnerId() {
	if (process.env.RUNNER_ID) return process.env.RUNNER_ID;
	const host = hostname()
		.toLowerCase()
		.replace(/[^a-z0-9-]/g, '-')
		.replace(/^-+/, '')
		.slice(0, 40);
	return `${host || 'local'}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 6)}`;
}

/**
 * Makes images while the site is in use; the runner offers each as soon as it is there.
 * @param {Promise<boolean>} ready
 * @param {string[]} names
 * @param {() => NodeJS.ProcessEnv} env called when `ready`
 * @param {string} logs
 * @param {AbortSignal} over
 */
function prepareImages(ready, names, env, logs, over) {
	/** @type {ReturnType<typeof launch> | undefined} */
	let builder;
	void ready.then(async (isReady) => {
		if (!isReady || over.aborted || names.length === 0) return;
		const logFile = join(logs, 'images.log');
		builder = launch({ entry: 'images/main.ts', args: names, env: env(), logFile });
		const slow = sleep(worthSayingMs, 'slow', { signal: over, ref: false }).catch(() => 'over');
		const isSlow = (await Promise.race([builder.ended, slow])) === 'slow';
		if (isSlow)
			say(
				'More languages are being prepared (Rust, Go, C#, Crystal): a few minutes, the first time.'
			);
		const end = await builder.ended;
		if (over.aborted) return;
		if (end.how !== 'code 0')
			say(
				`Not all languages could be prepared (${end.how}). Last words:\n${builder.lastWords(12)}`
			);
		else if (isSlow) say('All languages are ready.');
	});
	return { stop: async () => builder?.stop() };
}

/**
 * Runs the runner once `ready`, for as long as that takes.
 * @param {Promise<boolean>} ready
 * @param {() => NodeJS.ProcessEnv} env called when `ready`
 * @param {string} logs
 * @param {AbortSignal} over
 */
function keepRunner(ready, env, logs, over) {
	/** @type {ReturnType<typeof keep> | undefined} */
	let runner;
	void ready.then((isReady) => {
		if (!isReady || over.aborted) return;
		const logFile = join(logs, 'runner.log');
		runner = keep(
			{ entry: 'runner/src/main.ts', flags: flagsOf('runner'), env: env(), logFile },
			{ name: 'runner', over }
		);
		runner.serves();
	});
	return {
		stop: async () => runner?.stop(),
		restart: async () => runner?.restart(),
		isClean: () => runner?.isClean() ?? true
	};
}

/**
 * Runs a service, and again after a pause when it dies; the pauses grow.
 * @param {Parameters<typeof launch>[0]} options
 * @param {{ name: string, over: AbortSignal, most?: number, dev?: boolean }} how most: deaths without settling after which it
 *   is given up; dev: it is not given up, but started when a source changes
 */
function keep(options, { name, over, most, dev = false }) {
	const backOff = createBackOff(most);
	let service = launch(options);
	let hasServed = false;
	let isClean = true;
	/** Somebody restarts it: its end is no failure. */
	let isAsked = false;
	/** Starts it where it waits for a change of its sources. */
	let onRestart = () => {};
	const ended = (async () => {
		for (let since = performance.now(); ; since = performance.now()) {
			const end = await service.ended;
			if (end.how !== 'code 0') isClean = false;
			if (over.aborted) return;
			if (isAsked) {
				isAsked = false;
				service = launch(options);
				continue;
			}
			const cannotStart = !hasServed && !end.byOther;
			const pauseMs = cannotStart ? undefined : backOff.pauseAfter(performance.now() - since);
			const stops = dev ? 'starts again when a source changes' : 'is not started again';
			const next = pauseMs === undefined ? stops : `starts again in ${pauseMs / 1000} s`;
			const words = service.lastWords(20);
			say(`The ${name} ended unexpectedly (${end.how}); it ${next}. Its last words:\n${words}`);
			if (pauseMs === undefined && !dev) return;
			const changed = new Promise((resolve) => (onRestart = () => resolve(undefined)));
			const pause = sleep(pauseMs ?? 2 ** 31 - 1, undefined, { signal: over, ref: !dev });
			await Promise.race([pause.catch(() => {}), changed]);
			if (over.aborted) return;
			isAsked = false;
			service = launch(options);
		}
	})();
	return {
		/** Resolves when it will not be started again. */
		ended,
		/** Whether it has always ended in order, and so left nothing. */
		isClean: () => isClean,
		/** It has worked: whatever ends it is not its settings. */
		serves: () => {
			hasServed = true;
		},
		async restart() {
			isAsked = true;
			onRestart();
			await service.stop();
		},
		async stop() {
			await service.stop();
			await ended;
		}
	};
}

/** @param {string} dataDir @param {NodeJS.ProcessEnv} env @returns {string} */
function runnerToken(dataDir, env) {
	if (env.RUNNER_TOKEN) return env.RUNNER_TOKEN;
	const file = join(dataDir, 'runner-token');
	if (!existsSync(file)) {
		mkdirSync(dataDir, { recursive: true, mode: 0o711 });
		writeFileSync(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
	}
	return readFileSync(file, 'utf8').trim();
}
