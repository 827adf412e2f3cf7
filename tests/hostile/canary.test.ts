/**
 * Hostile programs on the tools' cores, and a canary measured on the core of its own meanwhile. Takes minutes and a
 * machine with nothing else to do: `npm run test:hostile`.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layOut } from '../bench/table.ts';
import { bearable, judge, type Pair } from './canary.ts';
import { openHouse, type House } from './house.ts';
import { sourceOf } from './load.ts';

test('a figure that moves beside another program is disturbed, unless it moves by itself', () => {
	const pairs = (alone: number[], beside: number[]): Pair[] =>
		alone.map((one, at) => ({ alone: one, beside: beside[at] ?? NaN }));
	expect(judge(pairs([1, 1.01, 1], [1.02, 1.02, 1.3])).verdict).toBe('steady');
	expect(judge(pairs([1, 1.01, 1], [1.05, 1.06, 1.05])).verdict).toBe('disturbed');
	expect(judge(pairs([1, 1.2, 1], [1.3, 1.3, 1.3])).verdict).toBe('too noisy to tell');
});

const rounds = 5;
const patienceMs = 1_200_000;

/** What keeps the tools' core as busy as a learner can, for seconds each. */
const visitors = [
	{ name: 'a fork bomb', file: '19-forks/forks.c', flags: ['-DWANTED=5', '-DBOMB', '-DCOUNTED'] },
	{ name: 'an endless loop', file: '22-loops/loop.c', flags: ['-DCOUNTED', '-DLOOP=-1'] },
	{
		name: 'memory without end',
		file: '05-bombs-of-macros-and-templates/macros.c',
		flags: ['-DMANY']
	}
];

describe.runIf(process.env['CYCLELAB_HOSTILE'] === 'whole' && availableParallelism() > 1)(
	'a canary on its own core',
	() => {
		let house: House;
		beforeAll(async () => {
			house = await openHouse();
		}, patienceMs);
		afterAll(() => house?.close());

		let serial = 0;
		const ask = (source: string, flags: readonly string[], stages: readonly string[]) =>
			house.ask({
				...{ exercise: 'free-play', language: 'c', variants: ['a'], models: 'host', flags, stages },
				sources: { a: `${source}/* ${++serial} */\n` }
			});
		/** Nanoseconds an iteration of the canary takes; undefined if the machine had no quiet moment. */
		const canary = async (): Promise<number | undefined> => {
			const source = readFileSync(new URL('ordinary.c', import.meta.url), 'utf8');
			const last = (await ask(source, [], ['inspect', 'measure'])).events.at(-1);
			if (last?.type !== 'finished') throw new Error(`the last event is ${last?.type}`);
			const [point] = last.report.variants[0]?.points ?? [];
			if (!point) throw new Error('nothing was measured');
			return point.measured?.nsPerIteration.median;
		};

		test.each(visitors)(
			'takes as long beside $name',
			async ({ name, file, flags }) => {
				const source = sourceOf(import.meta.dirname, { source: file }) ?? '';
				const pairs: Pair[] = [];
				for (let round = 0; round < rounds; round++) {
					const alone = await canary();
					let over = false;
					const visits = (async () => {
						while (!over) await ask(source, flags, ['inspect']);
					})();
					const beside = await canary();
					over = true;
					await visits;
					if (alone !== undefined && beside !== undefined) pairs.push({ alone, beside });
				}
				const { verdict, ratio, spread } = judge(pairs);
				const rows = [[name, ratio.toFixed(4), spread.toFixed(4), verdict]];
				const headings = ['canary beside', 'times as long', 'spread alone', `within ${bearable}`];
				console.log(layOut({ headings, rows }));
				expect(verdict).not.toBe('disturbed');
			},
			patienceMs
		);
	}
);
