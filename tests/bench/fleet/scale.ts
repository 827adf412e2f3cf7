/** Whether a second runner doubles a site's throughput. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '@cyclelab/runner/schema/job';
import { describeRunner, eventsOf } from '../../integration/server-examples.ts';
import type { TestRunner } from '../../integration/server-runner.ts';
import { fixed, ratio, summarise } from '../numbers.ts';
import type { Context, SectionResult, Section } from '../section.ts';
import { exercise, inspected, inspection, sourceOf } from '../subject.ts';
import { openClient } from './http.ts';
import { benchRunner, benchSite, benchStore, type BenchSite } from './sites.ts';

const slots = 4;
/** Shortest time of an inspection on a fast runner, ms; the test runner waits that long. */
const workMs = 120;

export const scale: Section = {
	name: 'scale',
	about: `inspections per second with one and with two runners; each has ${slots} slots and waits ${workMs} ms instead of working`,
	run
};

async function run(context: Context): Promise<SectionResult> {
	const inspections = context.quick ? 40 : 160;
	const source = sourceOf(await exercise(inspected.exercise), inspected.variant);
	const fleets: { runners: number; site: BenchSite; perSecond: number[] }[] = [];
	for (const runners of [1, 2]) {
		const store = await benchStore(context, 'embedded');
		if (!store) continue;
		const site = await benchSite(context, store);
		for (let at = 1; at <= runners; at++) await waitingRunner(context, site, `bench-${at}`);
		fleets.push({ runners, site, perSecond: [] });
	}
	const orders = [fleets, fleets.toReversed(), fleets, fleets.toReversed()];
	for (const [at, order] of orders.entries())
		for (const fleet of order) {
			context.at(at + 1, orders.length, 'round');
			fleet.perSecond.push(await block(fleet.site, source, inspections * fleet.runners));
		}
	const medians = fleets.map(({ perSecond }) => summarise(perSecond).p50);
	const [one = NaN] = medians;
	return {
		tables: [
			{
				headings: ['runners', 'per second', 'of one', 'wanted', 'at most'],
				rows: fleets.map(({ runners }, at) => [
					`${runners}`,
					fixed(medians[at] ?? NaN),
					ratio((medians[at] ?? NaN) / one),
					runners === 2 ? '1.80x' : '',
					fixed((1000 * slots * runners) / workMs)
				])
			}
		],
		notes: [
			'The work is simulated by waiting, so that the cores of this machine do not decide: what is measured is whether the site keeps two runners as busy as one.'
		],
		data: fleets.map(({ runners, perSecond }) => ({ runners, perSecond, slots, workMs }))
	};
}

/** Twice as many learners as slots, so that the queue is never empty. */
async function block(site: BenchSite, source: string, inspections: number): Promise<number> {
	const learners = 16;
	const client = openClient(site.url, learners);
	let left = inspections;
	const began = performance.now();
	await Promise.all(
		Array.from({ length: learners }, async () => {
			while (left-- > 0)
				await client.events(await client.post(JSON.stringify(inspection(source, 'host'))));
		})
	);
	const seconds = (performance.now() - began) / 1000;
	client.close();
	return inspections / seconds;
}

async function waitingRunner(context: Context, site: BenchSite, id: string): Promise<void> {
	const description = describeRunner(id, slots);
	const work = async (job: Job, runner: TestRunner) => {
		await sleep(workMs);
		for (const event of eventsOf(job, description)) runner.sendEvent(job.run, event);
	};
	await benchRunner(context, site, { id, slots, work: (job, runner) => void work(job, runner) });
}
