/** What simulated events add to a learner's waiting time: beside a run that is traced, and behind everything else of a run. */
import { complete, timesOf, type Arrival } from './client.ts';
import { fixed, ratio, summarise } from './numbers.ts';
import { settle } from './product.ts';
import type { Context, SectionResult, Section } from './section.ts';
import { exercise, inspected, inspection, sourceOf } from './subject.ts';

const slugs = ['store-forwarding', 'cache-working-set'];

export const events: Section = {
	name: 'events',
	about:
		'assembly and prediction alone and while the run before is traced, ms; events after the prediction of an inspection, and after everything else of an exercise’s run',
	run
};

async function run(context: Context): Promise<SectionResult> {
	const rounds = context.quick ? 3 : 20;
	const product = await context.product();
	const source = sourceOf(await exercise(inspected.exercise), inspected.variant);
	const alone: Arrival[][] = [];
	const beside: Arrival[][] = [];
	const traced: Arrival[][] = [];
	for (let round = -1; round < rounds; round++) {
		if (round === 0) alone.length = beside.length = traced.length = 0;
		context.at(round + 2, rounds + 1, 'round');
		await settle(product);
		alone.push(await complete(product.url, inspection(source, 'host')));
		await settle(product);
		// The second run is sent when the first one has nothing left but its events: OSACA is asked before them.
		let next: Promise<Arrival[]> | undefined;
		const typed = () => (next ??= complete(product.url, inspection(source, 'host')));
		const first = await complete(product.url, inspection(source, 'all'), ({ event }) => {
			if (event.type === 'opinion') void typed();
		});
		traced.push(first);
		beside.push(await typed());
	}
	const runs = [];
	for (const slug of slugs) {
		await settle(product);
		runs.push({ slug, ...behindOf(await complete(product.url, { exercise: slug })) });
	}
	const moments = [
		{ what: 'assembly', of: (arrivals: Arrival[]) => timesOf(arrivals).inspected },
		{ what: 'prediction', of: (arrivals: Arrival[]) => timesOf(arrivals).predicted }
	].map(({ what, of }) => ({
		what,
		alone: summarise(alone.map(of)),
		beside: summarise(beside.map(of))
	}));
	const behind = summarise(traced.map((arrivals) => behindOf(arrivals).eventsMs));
	return {
		tables: [
			{
				headings: ['ms', 'alone p50', 'p95', 'behind a traced run p50', 'p95', 'ratio', 'n'],
				rows: moments.map(({ what, alone: before, beside: after }) => [
					what,
					fixed(before.p50),
					fixed(before.p95),
					fixed(after.p50),
					fixed(after.p95),
					ratio(after.p50 / before.p50),
					`${after.n}`
				])
			},
			{
				headings: ['events after the rest, s', 'p50', 'p95', 'places', 'target'],
				rows: [
					['an inspection', fixed(behind.p50 / 1000, 2), fixed(behind.p95 / 1000, 2), '1', '2'],
					...runs.map(({ slug, eventsMs, places }) => [
						slug,
						fixed(eventsMs / 1000, 2),
						'',
						`${places}`,
						'5'
					])
				]
			}
		],
		notes: [],
		data: { alone, beside, traced, runs }
	};
}

/** How long after the last event before them the last simulated events came, ms; NaN if none came. */
function behindOf(arrivals: readonly Arrival[]) {
	const simulated = arrivals.filter(({ event }) => event.type === 'simulated');
	const first = arrivals.findIndex(({ event }) => event.type === 'simulated');
	const before = arrivals[first - 1]?.atMs ?? NaN;
	return { eventsMs: (simulated.at(-1)?.atMs ?? NaN) - before, places: simulated.length };
}
