/** What events cost on this processor: `events` measures it before it predicts, `events-recorded` has it from a file with the `data` of this section. */
import { randomUUID } from 'node:crypto';
import { sizesToMeasure } from '../../../runner/src/host/measured-caches.ts';
import { watchCaches } from '../../../runner/src/job/cache-watch.ts';
import type { MeasuredCaches } from '@cyclelab/contract/schema/gateway';
import { openBench, type Bench } from '../../integration/job/job-bench.ts';
import { fixed } from '../numbers.ts';
import type { Context, Section, SectionResult } from '../section.ts';

export const costs: Section = {
	name: 'costs',
	about: 'what events cost on this processor, in cycles, for events-recorded',
	run
};

async function run(context: Context): Promise<SectionResult> {
	const bench = await openBench(`costs-${randomUUID()}`);
	context.onEnd(bench.close);
	const { host } = bench;
	const measuredCaches = await cachesOf(bench);
	const { levels, beyond, events = {} } = measuredCaches;
	const rows = [
		...levels.map(({ endsBetween: [low, high], cyclesPerLoad }) => ({
			name: `cache that ends between ${low / 1024} and ${high / 1024} KiB`,
			cost: cyclesPerLoad
		})),
		{ name: 'beyond', cost: beyond.cyclesPerLoad },
		...Object.entries(events).flatMap(([name, cost]) => (cost ? [{ name, cost }] : []))
	];
	return {
		tables: [
			{
				headings: ['event', 'cycles', 'low', 'high'],
				rows: rows.map(({ name, cost }) => [
					name,
					...[cost.median, cost.low, cost.high].map((cycles) => fixed(cycles, 2))
				])
			}
		],
		notes: [],
		data: { host, measuredCaches }
	};
}

/** What an idle runner measures before its predictions have events. */
export async function cachesOf({ workshop, takeSandbox, host }: Bench): Promise<MeasuredCaches> {
	const found = Promise.withResolvers<MeasuredCaches>();
	const watch = watchCaches({
		takeSandbox,
		coreQueue: workshop.coreQueue,
		target: host.arch,
		sizes: sizesToMeasure(host.caches),
		isIdle: () => true,
		onChange: found.resolve,
		log: { debug: () => {} },
		pauses: { first: 0, between: 0, disturbed: 100, again: 3_600_000, unfinished: 0, look: 1000 }
	});
	try {
		return await found.promise;
	} finally {
		await watch.close();
	}
}
