/** Shell: the product on this machine: the site, and a local runner as soon as its images are there. */
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataDir } from './folder.mjs';
import { claimFolder, portIsFree, whenHealthy } from './instance.mjs';
import { createPatience } from './patience.mjs';
import { SetupError, say } from './say.mjs';
import { launch } from './service.mjs';
import { runnerToken } from './token.mjs';

/** Sizes in MiB. Node's own defaults let a site that passes on reports grow to 275 MB; with these it stays at 135. */
const siteFlags = ['--max-semi-space-size=2', '--max-old-space-size=256'];
/** A site that dies this often without having settled is not started again. */
const mostSiteEnds = 5;
const worthSayingMs = 4_000;

const wantedPort = () => Number(process.env.PORT || 3000);

/** Before anything is installed or built: building under a running site would take the files it serves away. */
export async function refuseTakenPort() {
	const port = wantedPort();
	if (!(await portIsFree(port)))
		throw new SetupError(`Port ${port} is taken. Choose another: \`PORT=${port + 1} npm start\`.`);
}

/**
 * Serves until asked to stop (Ctrl+C, SIGTERM, SIGHUP), or until the site cannot be kept up.
 * @param {{ runnerReady: Promise<boolean>, began: number, later: string[] }} options
 *   runnerReady: whether engine and first images are there; began: `performance.now()` at the start of set-up; later:
 *   images to make while the site is in use
 * @returns {Promise<number>} exit code
 */
export async function serve({ runnerReady, began, later }) {
	const port = wantedPort();
	const url = `http://localhost:${port}`;
	const releaseFolder = claimFolder(url);
	const stopping = signalled();
	const env = {
		...process.env,
		PORT: `${port}`,
		DATA_DIR: dataDir,
		RUNNER_TOKEN: runnerToken(dataDir, process.env)
	};
	const logs = join(dataDir, 'logs');
	/** @type {AbortController} */
	const over = new AbortController();
	const site = keep(
		{ entry: 'site/server/main.ts', flags: siteFlags, env, logFile: join(logs, 'site.log') },
		{ name: 'site', over: over.signal, most: mostSiteEnds }
	);
	const runner = keepRunner(
		runnerReady,
		{ ...env, SITE_URL: `http://127.0.0.1:${port}`, RUNNER_ID: runnerId() },
		logs,
		over.signal
	);
	const images = prepareImages(runnerReady, later, env, logs, over.signal);
	void whenHealthy(port, (health) => health.status === 'ok', over.signal).then((ok) => {
		if (!ok) return;
		site.serves();
		say(
			`Cyclelab is at ${url} (after ${((performance.now() - began) / 1000).toFixed(1)} s). Ctrl+C stops it. Logs: ${logs}`
		);
	});
	void whenHealthy(port, (health) => health.runners > 0, over.signal).then((ok) => {
		if (ok) say('The runner is connected: exercises can be run.');
	});

	const end = await Promise.race([site.ended, stopping]);
	over.abort();
	if (end === 'asked') say('Stopping.');
	await images.stop();
	await runner.stop();
	await site.stop();
	releaseFolder();
	return end === 'asked' ? 0 : 1;
}

/** Unlike that of any other folder's runner on this machine: each removes what its own predecessor left behind. */
function runnerId() {
	if (process.env.RUNNER_ID) return process.env.RUNNER_ID;
	const host = hostname()
		.toLowerCase()
		.replace(/[^a-z0-9-]/g, '-')
		.replace(/^-+/, '')
		.slice(0, 40);
	return `${host || 'local'}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 6)}`;
}

/** Resolves at the first request to stop; a second one ends us at once (our children notice and stop too). */
function signalled() {
	return new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
			process.on(signal, () => {
				process.once(signal, () => process.exit(1));
				resolve('asked');
			});
	});
}

/**
 * Makes images while the site is in use; the runner offers each as soon as it is there.
 * @param {Promise<boolean>} ready
 * @param {string[]} names
 * @param {NodeJS.ProcessEnv} env
 * @param {string} logs
 * @param {AbortSignal} over
 */
function prepareImages(ready, names, env, logs, over) {
	/** @type {ReturnType<typeof launch> | undefined} */
	let builder;
	void ready.then(async (isReady) => {
		if (!isReady || over.aborted || names.length === 0) return;
		const logFile = join(logs, 'images.log');
		builder = launch({ entry: 'images/main.ts', args: names, env, logFile });
		const slow = sleep(worthSayingMs, 'slow', { signal: over, ref: false }).catch(() => 'over');
		const isSlow = (await Promise.race([builder.ended, slow])) === 'slow';
		if (isSlow)
			say('More languages are being prepared (Go, C#, Crystal): a few minutes, the first time.');
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
 * @param {NodeJS.ProcessEnv} env
 * @param {string} logs
 * @param {AbortSignal} over
 */
function keepRunner(ready, env, logs, over) {
	/** @type {ReturnType<typeof keep> | undefined} */
	let runner;
	void ready.then((isReady) => {
		if (!isReady || over.aborted) return;
		const logFile = join(logs, 'runner.log');
		runner = keep({ entry: 'runner/src/main.ts', env, logFile }, { name: 'runner', over });
		runner.serves();
	});
	return { stop: async () => runner?.stop() };
}

/**
 * Runs a service, and again after a pause when it dies; the pauses grow.
 * @param {Parameters<typeof launch>[0]} options
 * @param {{ name: string, over: AbortSignal, most?: number }} how most: deaths without settling after which it is given up
 */
function keep(options, { name, over, most }) {
	const patience = createPatience(most);
	let service = launch(options);
	let hasServed = false;
	const ended = (async () => {
		for (let since = performance.now(); ; since = performance.now()) {
			const end = await service.ended;
			if (over.aborted) return;
			const cannotStart = !hasServed && !end.byOther;
			const pauseMs = cannotStart ? undefined : patience.pauseAfter(performance.now() - since);
			const next =
				pauseMs === undefined ? 'is not started again' : `starts again in ${pauseMs / 1000} s`;
			const words = service.lastWords(20);
			say(`The ${name} ended unexpectedly (${end.how}); it ${next}. Its last words:\n${words}`);
			if (pauseMs === undefined) return;
			await sleep(pauseMs, undefined, { signal: over }).catch(() => {});
			if (over.aborted) return;
			service = launch(options);
		}
	})();
	return {
		/** Resolves when it will not be started again. */
		ended,
		/** It has worked: whatever ends it is not its settings. */
		serves: () => {
			hasServed = true;
		},
		async stop() {
			await service.stop();
			await ended;
		}
	};
}
