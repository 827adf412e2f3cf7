/**
 * Shell: several sites, runners and learners on one PostgreSQL, some of which are killed in the middle. Collects what
 * happened; `outcome.ts` says what of it is wrong.
 */
import { loadExercises } from '@cyclelab/exercises/load';
import type { Language, Target } from '@cyclelab/exercises/schema';
import { randomUUID } from 'node:crypto';
import Docker from 'dockerode';
import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { ownerLabel } from '../../runner/src/sandbox/profile.ts';
import { learn, type Course, type Heard } from './learner.ts';
import { watchMeasuring, type Watch } from './measuring.ts';
import type { Facts, Kill } from './outcome.ts';
import { startRunner, startSite, type Environment, type Process } from './processes.ts';
import { requestOf } from './requests.ts';

export type Plan = {
	/** A database of its own, `postgres://...`. */
	database: string;
	sites: number;
	/** Architectures of the runners, what is asked of them, and settings on top of ours. */
	runners: readonly { arch: Target; languages: readonly Language[]; env: Environment }[];
	runs: number;
	/** Learners who ask at once, one run after another. */
	learners: number;
	/** After this whoever still waits gives up, ms. */
	patienceMs: number;
	say: (sentence: string) => void;
};

/** Enough for one address to be all learners. */
const plenty = '100000';
/** A killed runner is started again after this, ms. */
const backAfterMs = 2000;
/** Steps of the plan are looked for this often, ms. */
const lookMs = 5;

const isThird = ({ length }: readonly Heard[]) => length === 3;

export async function faultRun(plan: Plan): Promise<Facts> {
	const mark = randomUUID().slice(0, 8);
	const token = randomUUID();
	const names = plan.runners.map(({ arch }, at) => `faults-${mark}-${at + 1}-${arch}`);
	const began = performance.now();
	const kills: Kill[] = [];
	const undo: (() => Promise<unknown>)[] = [];
	const everyone: Process[] = [];
	const patience = AbortSignal.timeout(plan.patienceMs);
	const say = (sentence: string) =>
		plan.say(`${((performance.now() - began) / 1000).toFixed(1)} s: ${sentence}`);
	try {
		const sites = await Promise.all(
			Array.from({ length: plan.sites }, async (_, at) => {
				const site = await startSite(`site-${at + 1}`, {
					DATABASE_URL: plan.database,
					RUNNER_TOKEN: token,
					...{ RUNS_PER_MINUTE: plenty, OPEN_RUNS: plenty, STREAMS: plenty },
					...{ REQUESTS_PER_MINUTE: `${plenty}00`, CONNECTIONS: plenty }
				});
				undo.push(() => site.end('SIGTERM'));
				return site;
			})
		);
		const urls = sites.map(({ url }) => url);
		const begin = async (name: string): Promise<Process> => {
			const at = names.indexOf(name);
			const { env = {} } = plan.runners[at] ?? {};
			// Each begins with another site and knows them all.
			const SITE_URL = turned(urls, at).join(',');
			const given = { SITE_URL, RUNNER_TOKEN: token, RUNNER_POOL: '1', ...env };
			const runner = await startRunner(name, given);
			undo.push(() => runner.end('SIGTERM'));
			everyone.push(runner);
			return runner;
		};
		const runners = new Map(
			await Promise.all(names.map(async (name) => [name, await begin(name)] as const))
		);
		say(`${sites.length} sites and ${runners.size} runners are started`);
		await allReady(urls[0] ?? '', names, patience);
		say('all runners are ready');
		const watch = watchMeasuring(names);
		undo.push(async () => watch.stop());

		const courses: (Course | { trouble: string })[] = [];
		const running = new Map<string, Heard[]>();
		const { exercises } = await loadExercises();
		const classes = [...new Map(plan.runners.map((one) => [one.arch, one])).values()];
		let serial = 0;
		const learner = async () => {
			for (let own = serial++; own < plan.runs; own = serial++) {
				const { arch = 'x86-64', languages = [] } = classes[own % classes.length] ?? {};
				const habits = {
					...(own % 4 === 1 ? { leaves: isThird } : {}),
					...(own % 20 === 7 ? { cancels: true } : {}),
					onHeard: (id: string, heard: Heard[]) => running.set(id, heard)
				};
				const request = requestOf(own, arch, languages, exercises);
				const course = await learn(turned(urls, own), request, habits, patience).catch(
					(error: unknown) => ({
						trouble: String(error)
					})
				);
				if ('id' in course) running.delete(course.id);
				courses.push(course);
			}
		};

		const kill = async (process: Process, what: Kill['what']) => {
			const held = [...running].filter(
				([, heard]) => what === 'runner' && runnerOf(heard) === process.name
			);
			kills.push({ what, name: process.name, at: performance.now(), held: held.map(([id]) => id) });
			await process.end('SIGKILL');
			say(
				`${process.name} was killed` +
					(what === 'runner' ? ` with ${held.length} runs in hand` : '')
			);
		};
		const killRunner = async (name: string) => {
			const runner = runners.get(name);
			if (!runner) throw new Error(`There is no runner ${name}.`);
			await kill(runner, 'runner');
			await pause(backAfterMs);
			runners.set(name, await begin(name));
			say(`${name} is started again`);
		};
		const first = names.find((name) => name.endsWith('x86-64')) ?? '';
		const troubles = async () => {
			await holds(
				() => courses.length >= plan.runs / 5 && isMeasuring(watch, first, running),
				patience
			);
			const back = killRunner(first);
			// Whoever has taken over one of its runs dies over it as well: that run has had two chances.
			let second: string | undefined;
			await holds(() => {
				const moved = kills[0]?.held ?? [];
				second = moved
					.map((id) => runnerOf(running.get(id) ?? []))
					.find((name) => name !== undefined && name !== first);
				return second !== undefined;
			}, patience);
			const alsoBack = killRunner(second ?? '');
			await holds(() => courses.length >= plan.runs / 2, patience);
			const [site] = sites;
			if (site) await kill(site, 'site');
			await Promise.all([back, alsoBack]);
		};
		await Promise.all([troubles(), ...Array.from({ length: plan.learners }, learner)]);
		say('every learner has an answer or gave up');
		for (const runner of everyone) for (const fault of faultsIn(runner)) say(fault);
		const { looks, measured, overlaps } = watch.stop();
		const store = await inspectStore(plan.database);
		for (const one of undo.splice(0).reverse()) await one();
		return {
			...{ names, kills, courses, looks, measured, overlaps, store },
			asked: plan.runs,
			containersLeft: await left(names),
			seconds: (performance.now() - began) / 1000
		};
	} finally {
		for (const one of undo.splice(0).reverse()) await one().catch(() => undefined);
	}
}

/** The same in a circle, from another beginning. */
function turned(urls: readonly string[], first: number): string[] {
	const at = first % urls.length;
	return [...urls.slice(at), ...urls.slice(0, at)];
}

/** What a runner logged when a job failed without the learner's doing. */
function faultsIn({ name, log }: Process): string[] {
	const lines = log().split('\n');
	return lines.flatMap((line) => {
		if (!line.includes('a job failed through our fault')) return [];
		return [`${name}: ${/"stack":"((?:[^"\\]|\\.){0,600})/.exec(line)?.[1] ?? line}`];
	});
}

/** Who began the run last, if it was not handed back since. */
function runnerOf(heard: readonly Heard[]): string | undefined {
	const last = heard.findLast(({ event }) => event.type === 'started' || event.type === 'moved');
	return last?.event.type === 'started' ? last.event.report.runner.id : undefined;
}

/** It executes the harness of a run, and has another run in hand besides. */
function isMeasuring(watch: Watch, name: string, running: ReadonlyMap<string, Heard[]>): boolean {
	const held = [...running.values()].filter((heard) => runnerOf(heard) === name);
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

/** What the store says when all is over, which it knows a moment after those who watch. */
async function inspectStore(database: string): Promise<Facts['store']> {
	const client = new pg.Client({ connectionString: database });
	await client.connect();
	try {
		const rows = async (text: string) => (await client.query(text)).rows;
		const open = `select 1 from cyclelab.runs where state in ('queued', 'running')`;
		await soonNone(async () => (await rows(open)).length);
		const states = await rows(
			'select state, count(*)::int as count from cyclelab.runs group by state'
		);
		const [odd] = await rows(`
			select count(*) filter (where endings <> 1)::int as endings,
				count(*) filter (where events <> last)::int as gaps
			from (select run, count(*) as events, max(seq) as last, count(*) filter
				(where event ->> 'type' in ('finished', 'failed', 'cancelled')) as endings
				from cyclelab.run_events group by run) as histories`);
		const [jobs] = await rows(`
			select count(*)::int as count from pgboss.job
			where state in ('created', 'retry', 'active') and name <> 'set-aside'
				and name not like '\\_\\_pgboss%'`);
		return {
			states: Object.fromEntries(states.map(({ state, count }) => [state, count])),
			withoutOneEnd: odd.endings,
			withGaps: odd.gaps,
			openJobs: jobs.count
		};
	} finally {
		await client.end();
	}
}

/** Sandboxes of these runners that are still there, a while after the last of them ended. */
async function left(names: readonly string[]): Promise<number> {
	const docker = new Docker();
	return soonNone(
		async () =>
			(await docker.listContainers({ all: true })).filter(({ Labels }) =>
				names.includes(Labels[ownerLabel] ?? '')
			).length
	);
}

/** Waits ten seconds at most until there is none. How many there are then. */
async function soonNone(count: () => Promise<number>): Promise<number> {
	for (let tries = 0; tries < 100 && (await count()) > 0; tries++) await pause(100);
	return count();
}
