/** Inspections per second when many learners come at once, against the floor at the same concurrency. */
import { complete } from './client.ts';
import { asOneCall, type RecordedCommand } from './commands.ts';
import { timesOf } from './latency.ts';
import { fixed, ratio, summarise } from './numbers.ts';
import { settle } from './product.ts';
import type { Context, SectionResult, Section } from './section.ts';
import { openSpawned } from './spawned.ts';
import { inspected, inspection } from './subject.ts';

/** The first round fills the pool, as earlier exercises of a workshop do. */
const loads = [
	{ what: 'without a pause', inspections: 240, rounds: 1 },
	{ what: 'a room of sixty', inspections: 60, rounds: 7 }
];
/** Inspections at once. */
export const concurrency = 8;

export const throughput: Section = {
	name: 'throughput',
	about: `inspections per second, ${concurrency} at once, assembly and this processor's prediction as while typing; ${inspected.exercise}, ${inspected.variant}, another source each time`,
	run
};

async function run(context: Context): Promise<SectionResult> {
	const { source, steps, spawn, close } = await openSpawned(context, 'host', concurrency);
	const product = await context.product();
	const perSecondOf = async (commands: readonly RecordedCommand[], inspections: number) =>
		(await throughputOf(inspections, spawn(commands))).perSecond;
	const measured = [];
	for (const load of loads) {
		const inspections = context.quick ? 16 : load.inspections;
		const assemblyMs: number[] = [];
		const finishedMs: number[] = [];
		const rounds: Round[] = [];
		const ways = {
			site: async () => {
				const { ms, perSecond } = await throughputOf(inspections, async () => {
					const arrivals = await complete(product.url, inspection(source, 'host'));
					assemblyMs.push(timesOf(arrivals).inspected);
				});
				finishedMs.push(...ms);
				return perSecond;
			},
			floor: () => perSecondOf(steps, inspections),
			oneCall: () => perSecondOf(asOneCall(steps), inspections)
		};
		const loadRounds = context.quick ? 1 : load.rounds;
		for (let at = 0; at < loadRounds; at++) {
			context.at(at + 1, loadRounds, `${load.what}, round`);
			// Alternately, because the load of a shared machine changes within minutes.
			const order =
				at % 2 ? (['oneCall', 'floor', 'site'] as const) : (['site', 'floor', 'oneCall'] as const);
			const round = { site: NaN, floor: NaN, oneCall: NaN };
			for (const way of order) {
				await settle(product);
				round[way] = await ways[way]();
			}
			rounds.push(round);
		}
		const [assembly, finished] = [summarise(assemblyMs), summarise(finishedMs)];
		measured.push({ what: load.what, inspections, rounds, assembly, finished });
	}
	await close();
	return {
		tables: [
			{
				headings: [
					'',
					'per second',
					'floor',
					'ratio',
					'one clang call',
					'ratio',
					'from',
					'to',
					'finished p50 ms',
					'p95',
					'assembly p50 ms',
					'p95',
					'n'
				],
				rows: measured.map(({ what, inspections, rounds, assembly, finished }) => {
					const against = (way: 'floor' | 'oneCall') =>
						summarise(rounds.map((round) => round.site / round[way]));
					const typical = (way: keyof Round) =>
						fixed(summarise(rounds.map((round) => round[way])).p50, 2);
					const calls = rounds.map(({ site, oneCall }) => site / oneCall);
					return [
						what,
						typical('site'),
						typical('floor'),
						ratio(against('floor').p50),
						typical('oneCall'),
						ratio(against('oneCall').p50),
						ratio(Math.min(...calls)),
						ratio(Math.max(...calls)),
						fixed(finished.p50, 0),
						fixed(finished.p95, 0),
						fixed(assembly.p50, 0),
						fixed(assembly.p95, 0),
						`${rounds.length} x ${inspections}`
					];
				})
			}
		],
		notes: [
			'Floor: the same commands without a sandbox, including the count run; then with one call of clang to compile and link. Medians of alternating rounds; from and to: the last ratio in single rounds.',
			'Each inspection has a separate sandbox, a cell or (RUNNER_CELLS=off) a container; the floor has one container for all. Without a pause, sandboxes are made and removed during the rounds. The pool keeps as many warm as the last burst used (48 at most, within its memory) and replaces them when it is idle.'
		],
		data: measured
	};
}

/** Inspections a second. */
type Round = { site: number; floor: number; oneCall: number };

/** Executes `count` tasks with `concurrency` workers. */
export async function throughputOf(count: number, work: (worker: number) => Promise<unknown>) {
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
	return { perSecond: count / ((performance.now() - began) / 1000), ms };
}
