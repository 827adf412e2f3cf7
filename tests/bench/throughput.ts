/** Inspections per second when many learners come at once, against the floor at the same concurrency. */
import { complete } from './client.ts';
import { recordSteps, withSource } from './commands.ts';
import { openFloor } from './floor.ts';
import { timesOf, walk } from './latency.ts';
import { fixed, ratio, summarise } from './numbers.ts';
import { settle } from './product.ts';
import type { Context, Result, Section } from './section.ts';
import { exercise, inspected, inspection, sourceOf, varied } from './subject.ts';

/** The first fills the pool for those after it, as a room's exercise before does. */
const loads = [
	{ what: 'without a pause', concurrency: 8, inspections: 240 },
	{ what: 'a room of sixty', concurrency: 4, inspections: 60 },
	{ what: 'a room of sixty', concurrency: 8, inspections: 60 }
];

export const throughput: Section = {
	name: 'throughput',
	about: `inspections per second, assembly and this processor's prediction as while typing; ${inspected.exercise}, ${inspected.variant}, another source each time`,
	run
};

async function run(context: Context): Promise<Result> {
	const subject = await exercise(inspected.exercise);
	const source = sourceOf(subject, inspected.variant);
	const steps = await recordSteps(subject, inspected.variant, 'host');
	const floor = await openFloor();
	context.onEnd(floor.close);
	const lanes = await Promise.all(
		Array.from({ length: Math.max(...loads.map(({ concurrency }) => concurrency)) }, floor.lane)
	);
	const product = await context.product();
	const measured = [];
	for (const { what, concurrency, inspections: most } of loads) {
		const inspections = context.quick ? 16 : most;
		await settle(product);
		const assemblyMs: number[] = [];
		const site = await perSecond(inspections, concurrency, async () => {
			assemblyMs.push(timesOf(await complete(product.url, inspection(source, 'host'))).inspected);
		});
		await settle(product);
		const plain = await perSecond(inspections, concurrency, async (worker) => {
			const lane = lanes[worker];
			if (lane) await walk(lane, withSource(steps, varied(source)));
		});
		measured.push({
			what,
			concurrency,
			inspections,
			site,
			assembly: summarise(assemblyMs),
			floor: plain
		});
	}
	await floor.close();
	return {
		tables: [
			{
				headings: [
					'',
					'at once',
					'per second',
					'floor',
					'ratio',
					'finished p50 ms',
					'p95',
					'assembly p50 ms',
					'p95',
					'n'
				],
				rows: measured.map((one) => [
					one.what,
					`${one.concurrency}`,
					fixed(one.site.perSecond, 2),
					fixed(one.floor.perSecond, 2),
					ratio(one.site.perSecond / one.floor.perSecond),
					fixed(one.site.ms.p50, 0),
					fixed(one.site.ms.p95, 0),
					fixed(one.assembly.p50, 0),
					fixed(one.assembly.p95, 0),
					`${one.inspections}`
				])
			}
		],
		notes: [
			'Each inspection of ours has a container of its own; the floor has one for all. Without a pause they are made and thrown away meanwhile. A room finds as many ready as the last one asked for without a pause (64 at most, as far as memory reaches); those are replaced when it is quiet.'
		],
		data: measured
	};
}

/** `count` pieces of work by `concurrency` workers. */
async function perSecond(
	count: number,
	concurrency: number,
	work: (worker: number) => Promise<void>
) {
	const ms: number[] = [];
	let left = count;
	const began = performance.now();
	await Promise.all(
		Array.from({ length: concurrency }, async (_, worker) => {
			while (left-- > 0) {
				const since = performance.now();
				await work(worker);
				ms.push(performance.now() - since);
			}
		})
	);
	return { perSecond: count / ((performance.now() - began) / 1000), ms: summarise(ms) };
}
