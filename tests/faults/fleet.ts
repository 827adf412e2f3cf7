/**
 * Shell: starts several sites, runners and learners on one PostgreSQL, kills some of them during runs, and collects the
 * facts that `outcome.ts` counts.
 */
import { loadExercises } from '@cyclelab/exercises/load';
import type { Language, Target } from '@cyclelab/exercises/schema';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { inspectStore, sandboxesLeft } from './final-state.ts';
import { startAndFollowRun, type ObservedRun, type ReceivedEvent } from './learner.ts';
import { watchMeasuring, type Watch } from './measuring.ts';
import type { Facts, Kill } from './outcome.ts';
import { startRunner, startSite, type Environment, type StartedProcess } from './processes.ts';
import { requestOf } from './requests.ts';

export type FaultPlan = {
	/** An empty database, `postgres://...`. */
	database: string;
	sites: number;
	/** Each runner's architecture, the languages of its requests, and its settings. */
	runners: readonly { arch: Target; languages: readonly Language[]; env: Environment }[];
	runs: number;
	/** Concurrent learners; each starts a run when its previous run has ended. */
	learners: number;
	/** Learners that still wait after this time give up, ms. */
	patienceMs: number;
	log: (sentence: string) => void;
};

/** All learners have one address, so its limits must not apply. */
const plenty = '100000';
/** Time until a killed runner is started again, ms. */
const restartMs = 2000;
/** Interval at which the conditions of the plan are checked, ms. */
const lookMs = 5;

const isThird = ({ length }: readonly ReceivedEvent[]) => length === 3;

export async function faultRun(plan: FaultPlan): Promise<Facts> {
	const mark = randomUUID().slice(0, 8);
	const token = randomUUID();
	const names = plan.runners.map(({ arch }, at) => `faults-${mark}-${at + 1}-${arch}`);
	const began = performance.now();
	const kills: Kill[] = [];
	const undo: (() => Promise<unknown>)[] = [];
	const patience = AbortSignal.timeout(plan.patienceMs);
	const log = (sentence: string) =>
		plan.log(`${((performance.now() - began) / 1000).toFixed(1)} s: ${sentence}`);
	try {
		const sites = await Promise.all(
			Array.from({ length: plan.sites }, async (_, at) => {
				const site = await startSite(`site-${at + 1}`, {
					DATABASE_URL: plan.database,
					RUNNER_TOKEN: token,
					RUNS_PER_MINUTE: plenty,
					OPEN_RUNS: plenty,
					STREAMS: plenty,
					REQUESTS_PER_MINUTE: `${plenty}00`,
					CONNECTIONS: plenty
				});
				undo.push(() => site.end('SIGTERM'));
				return site;
			})
		);
		const urls = sites.map(({ url }) => url);
		const begin = async (name: string): Promise<StartedProcess> => {
			const at = names.indexOf(name);
			const { env = {} } = plan.runners[at] ?? {};
			// Each runner gets all sites, starting with a different site.
			const SITE_URL = rotated(urls, at).join(',');
			const given = { SITE_URL, RUNNER_TOKEN: token, RUNNER_POOL: '1', ...env };
			const runner = await startRunner(name, given);
			undo.push(() => runner.end('SIGTERM'));
			return runner;
		};
		const runners = new Map(
			await Promise.all(names.map(async (name) => [name, await begin(name)] as const))
		);
		log(`${sites.length} sites and ${runners.size} runners are started`);
		await allReady(urls[0] ?? '', names, patience);
		log('all runners are ready');
		const watch = watchMeasuring(names);
		undo.push(async () => watch.stop());

		const observed: (ObservedRun | { trouble: string })[] = [];
		const running = new Map<string, ReceivedEvent[]>();
		const { exercises } = await loadExercises();
		const classes = [...new Map(plan.runners.map((runner) => [runner.arch, runner])).values()];
		let serial = 0;
		const learner = async () => {
			for (let own = serial++; own < plan.runs; own = serial++) {
				const { arch = 'x86-64', languages = [] } = classes[own % classes.length] ?? {};
				const behaviour = {
					...(own % 4 === 1 ? { disconnects: isThird } : {}),
					...(own % 20 === 7 ? { cancels: true } : {}),
					onReceived: (id: string, received: ReceivedEvent[]) => running.set(id, received)
				};
				const request = requestOf(own, arch, languages, exercises);
				const run = await startAndFollowRun(rotated(urls, own), request, behaviour, patience).catch(
					(error: unknown) => ({
						trouble: String(error)
					})
				);
				if ('id' in run) running.delete(run.id);
				observed.push(run);
			}
		};

		const kill = async (process: StartedProcess, what: Kill['what']) => {
			const held = [...running].filter(
				([, received]) => what === 'runner' && runnerOf(received) === process.name
			);
			kills.push({ what, name: process.name, at: performance.now(), held: held.map(([id]) => id) });
			await process.end('SIGKILL');
			log(`${process.name} was killed` + (what === 'runner' ? ` during ${held.length} runs` : ''));
		};
		const killRunner = async (name: string) => {
			const runner = runners.get(name);
			if (!runner) throw new Error(`There is no runner ${name}.`);
			await kill(runner, 'runner');
			await pause(restartMs);
			runners.set(name, await begin(name));
			log(`${name} is started again`);
		};
		const first = names.find((name) => name.endsWith('x86-64')) ?? '';
		const killAll = async () => {
			await holds(
				() => observed.length >= plan.runs / 5 && isMeasuring(watch, first, running),
				patience
			);
			const back = killRunner(first);
			// Also kills a runner that took over one of these runs, which then has had both attempts.
			let second: string | undefined;
			await holds(() => {
				const moved = kills[0]?.held ?? [];
				second = moved
					.map((id) => runnerOf(running.get(id) ?? []))
					.find((name) => name !== undefined && name !== first);
				return second !== undefined;
			}, patience);
			const alsoBack = killRunner(second ?? '');
			await holds(() => observed.length >= plan.runs / 2, patience);
			const [site] = sites;
			if (site) await kill(site, 'site');
			await Promise.all([back, alsoBack]);
		};
		await Promise.all([killAll(), ...Array.from({ length: plan.learners }, learner)]);
		log('every learner has a result or gave up');
		const { looks, measured, overlaps } = watch.stop();
		const store = await inspectStore(plan.database);
		for (const end of undo.splice(0).reverse()) await end();
		return {
			names,
			kills,
			observed,
			looks,
			measured,
			overlaps,
			store,
			asked: plan.runs,
			containersLeft: await sandboxesLeft(names),
			seconds: (performance.now() - began) / 1000
		};
	} finally {
		for (const end of undo.splice(0).reverse()) await end().catch(() => undefined);
	}
}

/** The same addresses, rotated by `first` places. */
function rotated(urls: readonly string[], first: number): string[] {
	const at = first % urls.length;
	return [...urls.slice(at), ...urls.slice(0, at)];
}

/** The runner that has the run; undefined if the site took the run back. */
function runnerOf(received: readonly ReceivedEvent[]): string | undefined {
	const last = received.findLast(({ event }) => event.type === 'started' || event.type === 'moved');
	return last?.event.type === 'started' ? last.event.report.runner.id : undefined;
}

/** Whether the runner executes a run's harness now and has a second run. */
function isMeasuring(
	watch: Watch,
	name: string,
	running: ReadonlyMap<string, ReceivedEvent[]>
): boolean {
	const held = [...running.values()].filter((received) => runnerOf(received) === name);
	return held.length > 1 && watch.measuring().includes(name);
}

async function holds(condition: () => boolean, patience: AbortSignal): Promise<void> {
	while (!condition()) {
		patience.throwIfAborted();
		await pause(lookMs);
	}
}

async function allReady(url: string, names: readonly string[], patience: AbortSignal) {
	for (;;) {
		patience.throwIfAborted();
		const response = await fetch(`${url}/api/runners`);
		const runners: { id: string; state: string }[] = await response.json();
		const ready = runners.filter(({ state }) => state === 'ready').map(({ id }) => id);
		if (names.every((name) => ready.includes(name))) return;
		await pause(100);
	}
}
