/**
 * What a class of 1,000 and 100,000 learners a day need, calculated from the cost of each act on this machine.
 * `bench:load` defines the acts and their shares.
 */
import { complete } from '../client.ts';
import { anyPage, measured, mix, opened, thinkS } from '../load/learner.ts';
import { fixed, summarise } from '../numbers.ts';
import { processorTimeOf } from '../processor-time.ts';
import { settle, stageTotals } from '../product.ts';
import { byPart } from '../profile.ts';
import type { Context, SectionResult, Running, Section } from '../section.ts';
import { exercise, inspected, inspection, sourceOf } from '../subject.ts';
import { busyAtMost, needOf, type Cost, type Scene } from './needs.ts';

/** A session's length, and the share of a day's learners who are there in its busiest hour: assumptions, not measured. */
const sessionS = 40 * 60;
const busiestHour = 0.12;
const daily = 100_000;

const scenes: Scene[] = [
	{
		what: 'a class of 1,000; all press Measure within a minute',
		learners: 1000,
		burst: { share: 1, withinS: 60 },
		durationS: sessionS,
		patienceS: 180
	},
	{
		what: '100,000 learners a day, busiest hour',
		learners: Math.round((daily * busiestHour * sessionS) / 3600),
		durationS: 3600,
		patienceS: 60
	}
];

/** Mean of the pause between two acts, s. */
const meanThinkS = (thinkS.least + thinkS.most) / 2;

type PlannedAct = Exclude<(typeof mix)[number]['kind'], 'a vote'>;
/** Learners without a seat in a workshop read pages instead of voting, as in `bench:load`. */
const votes = mix.find(({ kind }) => kind === 'a vote')?.share ?? 0;
const shares = mix.flatMap(({ kind, share }): { kind: PlannedAct; share: number }[] =>
	kind === 'a vote' ? [] : [{ kind, share: kind === 'a page' ? share + votes : share }]
);

export const plan: Section = {
	name: 'plan',
	about: `cores for many learners, from the processor time of each act here; each learner acts every ${meanThinkS} s`,
	run
};

async function run(context: Context): Promise<SectionResult> {
	const time = await processorTimeOf(context);
	if ('unmeasured' in time) return time.unmeasured;
	const product = await context.product();
	const source = sourceOf(await exercise(inspected.exercise), inspected.variant);
	const work: Record<PlannedAct, { count: number; act: () => Promise<unknown> }> = {
		'a page': {
			count: 200,
			act: async () => (await fetch(`${product.url}${anyPage()}`)).text()
		},
		'an inspection asked before': {
			count: 100,
			act: () => complete(product.url, opened[0] ?? {})
		},
		'an inspection of edited code': {
			count: 60,
			act: () => complete(product.url, inspection(source, 'host'))
		},
		'a measurement': { count: 10, act: () => complete(product.url, measured) }
	};
	const measuringS: number[] = [];
	const costs = {} as Record<PlannedAct, Cost>;
	for (const [at, { kind }] of shares.entries()) {
		const { count, act } = work[kind];
		context.at(at + 1, shares.length, 'kind of act');
		// The first of each kind fills caches and compiles the site's code.
		for (let warmUps = 0; warmUps < 3; warmUps++) await act();
		await settle(product);
		const times = context.quick ? Math.ceil(count / 10) : count;
		const used = await time.during(async () => {
			for (let round = 0; round < times; round++) {
				const before = await measuredSoFar(product);
				await act();
				if (kind === 'a measurement') measuringS.push((await measuredSoFar(product)) - before);
			}
			await settle(product);
		});
		costs[kind] = costOf(await byPart(used, product), times);
	}
	const needs = scenes.map((scene) =>
		needOf(scene, costs, shares, meanThinkS, { kind: 'a measurement', measuringS })
	);
	const cores = (value: number) => fixed(value, value < 10 ? 1 : 0);
	const { p50, max } = summarise(measuringS);
	return {
		tables: [
			{
				headings: ['processor time of an act, ms', 'share', 'site', 'store', 'runner’s host'],
				rows: shares.map(({ kind, share }) => {
					const { siteMs, storeMs, runnerMs } = costs[kind];
					return [kind, `${share} %`, fixed(siteMs), fixed(storeMs), fixed(runnerMs)];
				})
			},
			{
				headings: [
					'cores',
					'there at once',
					'acts a second',
					'site',
					'store',
					'tools',
					'measuring',
					'measured within s, p50',
					'p95'
				],
				rows: needs.map((need, at) => [
					need.what,
					`${scenes[at]?.learners}`,
					fixed(need.actsPerS, 0),
					cores(need.siteCores),
					cores(need.storeCores),
					cores(need.toolsCores),
					`${need.measuringCores}`,
					fixed(need.finishedS.p50, 0),
					fixed(need.finishedS.p95, 0)
				])
			}
		],
		notes: [
			`A measurement holds a core for ${fixed(p50)} s (up to ${fixed(max)}), two variants of one exercise. A site’s process uses one core; further processes share one store.`,
			`Site, store and tools are busy for ${busyAtMost * 100} % of a core’s time. Measuring: the fewest cores with which 95 of 100 measurements are finished within ${scenes.map(({ patienceS }) => `${patienceS}`).join(' and ')} s, by a simulation of the queue.`,
			`Assumed: ${sessionS / 60} minutes for each learner, ${busiestHour * 100} % of a day’s learners in its busiest hour, and that a store’s and a host’s cores add up. Not in it: traffic of the network, several regions, and processors of other speed.`
		],
		data: { costs, measuringS, needs, scenes }
	};
}

/** Seconds that the runner measured so far. */
const measuredSoFar = async (product: Running) =>
	(await stageTotals(product)).measure?.seconds ?? 0;

/** Everything but the site, its store and this bench is the runner's host. */
function costOf(parts: ReadonlyMap<string, number>, times: number): Cost {
	const each = (names: Iterable<string>) =>
		[...names].reduce((sum, name) => sum + (parts.get(name) ?? 0), 0) / 1e6 / times;
	const elsewhere = ['site', 'store', 'this bench'];
	const host = [...parts.keys()].filter((name) => !elsewhere.includes(name));
	return { siteMs: each(['site']), storeMs: each(['store']), runnerMs: each(host) };
}
