/**
 * Hostile programs run on the tools' cores while a canary is measured on the measuring core. Takes minutes on a machine
 * without other work: `npm run test:hostile`.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { reportOf } from '@cyclelab/contract/measure/progress';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layOut } from '../bench/table.ts';
import { bearable, judge, type CanaryPair } from './canary.ts';
import { openDeployment, type Deployment } from './deployment.ts';
import { sourceOf } from './load.ts';

test('a time that changes with another program is disturbed, unless it also varies alone', () => {
	const pairs = (alone: number[], beside: number[]): CanaryPair[] =>
		alone.map((one, at) => ({ alone: one, beside: beside[at] ?? NaN }));
	expect(judge(pairs([1, 1.01, 1], [1.02, 1.02, 1.3])).verdict).toBe('steady');
	expect(judge(pairs([1, 1.01, 1], [1.05, 1.06, 1.05])).verdict).toBe('disturbed');
	expect(judge(pairs([1, 1.2, 1], [1.3, 1.3, 1.3])).verdict).toBe('too noisy to tell');
});

const rounds = 5;
const patienceMs = 1_200_000;

/** Programs that keep the tools' core as busy as a learner can, for seconds each. */
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
		let deployment: Deployment;
		beforeAll(async () => {
			deployment = await openDeployment();
		}, patienceMs);
		afterAll(() => deployment?.close());

		let serial = 0;
		const run = (source: string, flags: readonly string[], stages: readonly string[]) =>
			deployment.run({
				exercise: 'free-play',
				language: 'c',
				variants: ['a'],
				models: 'host',
				flags,
				stages,
				sources: { a: `${source}/* ${++serial} */\n` }
			});
		/** The canary's time, ns per iteration; undefined if the machine was too busy. */
		const canary = async (): Promise<number | undefined> => {
			const source = readFileSync(new URL('./ordinary.c', import.meta.url), 'utf8');
			const { events } = await run(source, [], ['inspect', 'measure']);
			const report = reportOf(events);
			if (!report) throw new Error(`The last event is ${events.at(-1)?.type}.`);
			const [point] = report.variants[0]?.points ?? [];
			if (!point) throw new Error('The report has no measurement.');
			return point.measured?.nsPerIteration.median;
		};

		test.each(visitors)(
			'takes as long as alone while $name runs',
			async ({ name, file, flags }) => {
				const source = sourceOf(import.meta.dirname, { source: file }) ?? '';
				const pairs: CanaryPair[] = [];
				for (let round = 0; round < rounds; round++) {
					const alone = await canary();
					let over = false;
					const visits = (async () => {
						while (!over) await run(source, flags, ['inspect']);
					})();
					const beside = await canary();
					over = true;
					await visits;
					if (alone !== undefined && beside !== undefined) pairs.push({ alone, beside });
				}
				const { verdict, ratio, spread } = judge(pairs);
				const rows = [[name, ratio.toFixed(4), spread.toFixed(4), verdict]];
				const headings = ['canary with', 'times as long', 'spread alone', `within ${bearable}`];
				console.log(layOut({ headings, rows }));
				expect(verdict).not.toBe('disturbed');
			},
			patienceMs
		);
	}
);
