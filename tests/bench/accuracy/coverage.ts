/** Coverage of the 95 % intervals: the part of many intervals that contains the median of all. */
import { randomUUID } from 'node:crypto';
import { halfWidth, median } from '@cyclelab/contract/measure/statistics';
import type { Measured } from '@cyclelab/contract/schema/measurement';
import { openBench } from '../../integration/job/job-bench.ts';
import { fixed, summarise } from '../numbers.ts';
import type { Context, SectionResult, Section } from '../section.ts';
import { kernelNamed } from './catalogue.ts';
import { jobOf } from './job-of.ts';

export const coverage: Section = {
	name: 'coverage',
	about:
		'the same kernels measured again and again: how many of the 95 % intervals hold the median of all medians',
	run
};

/** A quiet kernel, a kernel that saturates the core, and a kernel with data-dependent time. */
const names = ['add', 'load-throughput', 'branch-random'];

async function run(context: Context): Promise<SectionResult> {
	const rounds = context.quick ? 10 : 200;
	const bench = await openBench(`accuracy-${randomUUID()}`);
	context.onEnd(bench.close);
	const kernels = names.map(kernelNamed);
	const measured = new Map(names.map((name): [string, Measured[]] => [name, []]));
	for (let round = 1; round <= rounds; round++) {
		context.at(round, rounds, 'round');
		const { report } = await bench.run(jobOf(`coverage ${round}`, kernels));
		for (const { id, points } of report.variants) {
			const first = points[0]?.measured;
			if (first) measured.get(id)?.push(first);
		}
	}
	await bench.close();
	const results = names.map((name) => {
		const all = measured.get(name) ?? [];
		const intervals = all.map(({ cyclesPerIteration }) => cyclesPerIteration);
		const middle = median(intervals.map((interval) => interval.median));
		const held = intervals.filter(({ low, high }) => low <= middle && middle <= high).length;
		const doubted = all.filter(({ slowed, modes }) => slowed || modes.length > 1).length;
		return { name, middle, held, doubted, intervals };
	});
	return {
		tables: [
			{
				headings: [
					'cycles',
					'median of all',
					'intervals',
					'hold it',
					'%',
					'half width p50 %',
					'p95 %',
					'doubted'
				],
				rows: results.map(({ name, middle, held, doubted, intervals }) => {
					const widths = summarise(intervals.map((interval) => 100 * halfWidth(interval)));
					return [
						kernelNamed(name).label,
						fixed(middle, 4),
						`${intervals.length}`,
						`${held}`,
						fixed((100 * held) / intervals.length, 1),
						fixed(widths.p50, 2),
						fixed(widths.p95, 2),
						`${doubted}`
					];
				})
			}
		],
		notes: [`Target: at least 90 % of ${rounds} intervals of a kernel.`],
		data: results
	};
}
