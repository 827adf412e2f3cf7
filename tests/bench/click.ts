/** The time from the click to the first measured point and to the finished report. */
import { complete, firstMs } from './client.ts';
import { fixed, summarise } from './numbers.ts';
import { settle } from './product.ts';
import type { Context, SectionResult, Section } from './section.ts';
import { exercise, sourceOf, varied } from './subject.ts';

const plans = [
	{ slug: 'store-forwarding', n: 10, edited: true },
	{ slug: 'store-forwarding', n: 10, edited: false },
	{ slug: 'cache-working-set', n: 3, edited: true }
];

export const click: Section = {
	name: 'click',
	about: 'request sent to first measured point and to finished report, s; all variants, all values',
	run
};

async function run(context: Context): Promise<SectionResult> {
	const product = await context.product();
	const measured = [];
	for (const { slug, n, edited } of plans) {
		const subject = await exercise(slug);
		const runs = [];
		const rounds = context.quick ? Math.ceil(n / 5) : n;
		for (let round = 0; round < rounds; round++) {
			context.at(round + 1, rounds, `${slug}, run`);
			const sources = Object.fromEntries(
				subject.facts.variants.map(({ id }) => [id, varied(sourceOf(subject, id))])
			);
			await settle(product);
			const arrivals = await complete(product.url, {
				exercise: slug,
				...(edited ? { sources } : {})
			});
			runs.push({
				inspectedMs: firstMs(arrivals, 'inspected'),
				pointMs: firstMs(arrivals, 'point'),
				finishedMs: firstMs(arrivals, 'finished'),
				points: arrivals.filter(({ event }) => event.type === 'point').length
			});
		}
		measured.push({ slug, edited, runs });
	}
	return {
		tables: [
			{
				headings: ['s', 'first point p50', 'p95', 'finished p50', 'p95', 'points', 'n'],
				rows: measured.map(({ slug, edited, runs }) => {
					const point = summarise(runs.map(({ pointMs }) => pointMs / 1000));
					const finished = summarise(runs.map(({ finishedMs }) => finishedMs / 1000));
					return [
						`${slug}, ${edited ? 'every source new' : 'as it comes, seen before'}`,
						fixed(point.p50, 2),
						fixed(point.p95, 2),
						fixed(finished.p50, 2),
						fixed(finished.p95, 2),
						`${runs[0]?.points ?? 0}`,
						`${runs.length}`
					];
				})
			}
		],
		notes: [],
		data: measured
	};
}
