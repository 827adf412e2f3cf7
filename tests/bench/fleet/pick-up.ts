/** The time until a runner has a job: an idle runner, and a runner that has just finished a job. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '@cyclelab/runner/schema/job';
import { describeRunner, eventsOf } from '../../integration/server-examples.ts';
import type { TestRunner } from '../../integration/server-runner.ts';
import { fixed, summarise, type Summary } from '../numbers.ts';
import type { Context, SectionResult, Section } from '../section.ts';
import { exercise, inspected, inspection, sourceOf } from '../subject.ts';
import { openClient } from './http.ts';
import { benchRunner, benchSite, benchStore, type BenchSite } from './sites.ts';

const warmUps = 20;

export const pickUp: Section = {
	name: 'pick-up',
	about: 'run sent by a learner to job received by a runner, ms; the runner does nothing',
	run
};

type PickUpWay = {
	name: string;
	targetMs: number | undefined;
	/** The site that gets the learner's request. */
	site: BenchSite;
	jobs: Arrivals;
	free: number[];
	accepted: number[];
	next: number[];
};

async function run(context: Context): Promise<SectionResult> {
	const rounds = context.quick ? 20 : 300;
	const source = sourceOf(await exercise(inspected.exercise), inspected.variant);
	const ways: PickUpWay[] = [];
	const add = (name: string, site: BenchSite, jobs: Arrivals, targetMs?: number) =>
		ways.push({ name, site, jobs, targetMs, free: [], accepted: [], next: [] });
	const embedded = await benchStore(context, 'embedded');
	if (embedded) {
		const site = await benchSite(context, embedded);
		add('embedded PostgreSQL', site, await arrivals(context, site), 15);
	}
	const server = await benchStore(context, 'server');
	if (server) {
		const site = await benchSite(context, server);
		add('PostgreSQL server', site, await arrivals(context, site), 10);
		const apart = await benchStore(context, 'server');
		if (apart) {
			const [near, far] = [await benchSite(context, apart), await benchSite(context, apart)];
			add('server, runner at another site process', near, await arrivals(context, far));
		}
	}
	for (let round = -warmUps; round < rounds; round++) {
		if (round === 0) for (const way of ways) way.free.length = way.accepted.length = 0;
		context.at(round + warmUps + 1, rounds + warmUps, 'round');
		for (const way of round % 2 ? ways : ways.toReversed()) await single(way, source);
	}
	for (const way of ways) await inLine(way, source, rounds);
	return {
		tables: [
			{
				headings: ['runner free, ms', 'job p50', 'p95', 'target', '202 p50', 'p95', 'n'],
				rows: ways.map(({ name, free, accepted, targetMs }) => {
					const [job, answer] = [summarise(free), summarise(accepted)];
					const target = targetMs === undefined ? '' : `${targetMs}`;
					return [name, ...both(job), target, ...both(answer), `${job.n}`];
				})
			},
			{
				headings: ['runner busy, ms from its last word to the next job', 'p50', 'p95', 'n'],
				rows: ways.map(({ name, next }) => [name, ...both(summarise(next)), `${next.length}`])
			}
		],
		notes: [
			'From before the request is sent to after the message is received: HTTP and WebSocket are in it.',
			...(server
				? []
				: ['No PostgreSQL server is given here, so only the embedded one was measured.'])
		],
		data: ways.map(({ name, free, accepted, next }) => ({ name, free, accepted, next }))
	};
}

const both = ({ p50, p95 }: Summary) => [fixed(p50), fixed(p95)];

/** One learner and one idle runner. */
async function single({ site, jobs, free, accepted }: PickUpWay, source: string): Promise<void> {
	const client = openClient(site.url, 1);
	const began = performance.now();
	const answered = client
		.post(JSON.stringify(inspection(source, 'host')))
		.then(() => accepted.push(performance.now() - began));
	const { at, job } = await jobs.next();
	free.push(at - began);
	await answered;
	jobs.finish(job);
	client.close();
	// the store writes the run's end afterwards, which must not add to the next run's time
	await sleep(15);
}

/** Simultaneous requests, and a runner with one slot. */
async function inLine(
	{ site, jobs, next }: PickUpWay,
	source: string,
	rounds: number
): Promise<void> {
	const client = openClient(site.url, 8);
	const asked = Array.from({ length: rounds }, () =>
		client.post(JSON.stringify(inspection(source, 'host')))
	);
	let { job } = await jobs.next();
	await Promise.all(asked);
	for (let done = 1; done < rounds; done++) {
		const said = performance.now();
		jobs.finish(job);
		const arrival = await jobs.next();
		next.push(arrival.at - said);
		job = arrival.job;
	}
	jobs.finish(job);
	client.close();
}

type Arrivals = {
	next: () => Promise<{ at: number; job: Job }>;
	/** Sends the events of a successful job. */
	finish: (job: Job) => void;
};

let serial = 0;

/** A runner with one slot, which resolves when it gets a job. */
async function arrivals(context: Context, site: BenchSite): Promise<Arrivals> {
	const id = `bench-${++serial}`;
	const came: { at: number; job: Job }[] = [];
	let wake = () => {};
	const work = (job: Job) => {
		came.push({ at: performance.now(), job });
		wake();
	};
	const runner: TestRunner = await benchRunner(context, site, { id, slots: 1, work });
	const description = describeRunner(id, 1);
	return {
		next: async () => {
			for (;;) {
				const first = came.shift();
				if (first) return first;
				await new Promise<void>((resolve) => (wake = resolve));
			}
		},
		finish: (job) => {
			for (const event of eventsOf(job, description)) runner.sendEvent(job.run, event);
		}
	};
}
