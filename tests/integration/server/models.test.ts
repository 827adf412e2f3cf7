/** Measured blocks, from a runner's message to `/api/models`. The runners are test functions. */
import { expect, test } from 'vitest';
import { blocksAtOnce, type RunnerDescription } from '@cyclelab/contract/schema/gateway';
import { processorKey } from '@cyclelab/site/server/runners/blocks.ts';
import { fewestScored } from '@cyclelab/site/server/runners/models-view.ts';
import { madeBlock, madeReport, madeWhy, withOwnAnswer } from '../idle/made-blocks.ts';
import { describeRunner } from './examples.ts';
import { connectRunner } from './runner.ts';
import { newStore, read, token } from './site.ts';
import { eventually, siteForAll } from './hooks.ts';

const site = siteForAll(newStore);

test('blocks of a runner are stored, scored by processor, and returned one by one', async () => {
	expect((await read(site, '/api/models')).body).toEqual({ processors: [] });
	const runner = await connectRunner(site.url, token, { id: 'idle' });
	const blocks = Array.from({ length: fewestScored / 2 }, (_, index) => [
		withOwnAnswer(madeBlock(`near ${index}`, { measured: 4, own: 4.2, chain: 4 })),
		madeBlock(`far ${index}`, { measured: 8, own: 4, chain: 4 })
	]).flat();
	const dropped = [{ digest: '0123456789abcdef', reason: 'is too noisy' }];
	runner.send({ type: 'blocks', report: madeReport(blocks, dropped) });
	const processor = await eventually(async () => {
		const { processors } = (await read(site, '/api/models')).body;
		expect(processors).toHaveLength(1);
		return processors[0];
	});
	expect(processor).toMatchObject({
		microarchitecture: 'znver5',
		runners: ['idle'],
		blocks: 20,
		dropped: [{ reason: 'is too noisy', blocks: 1 }],
		predictors: [
			{
				predictor: { id: 'llvm-mca 22, znver5' },
				blocks: 20,
				refused: 0,
				// The mean of 5 % and 50 %, and half of the blocks within a tenth.
				score: {
					mape: { median: expect.closeTo(0.275, 9) },
					withinTenth: { median: 0.5 }
				}
			},
			{ predictor: { id: 'llvm-mca 22, znver3' }, blocks: 0, refused: 20 },
			{ predictor: { id: 'bound: chain' }, blocks: 20, refused: 0 },
			// A block whose forms are not measured yet is none that it refused.
			{ predictor: { id: 'measured here, nested ports', tool: 'measured' }, blocks: 10, refused: 0 }
		]
	});
	const worst: { cycles: { median: number } }[] = processor.worst;
	expect(worst.map(({ cycles }) => cycles.median)).toEqual([...Array(10).fill(8), 4, 4]);
	// Without answers nothing is known of a predictor; with equal answers nothing of their order.
	expect(processor.predictors[1]).not.toHaveProperty('score');
	expect(processor.predictors[2].score).not.toHaveProperty('tau');

	const block = await read(site, `/api/models/${processor.key}/blocks/${blocks[1]?.digest}`);
	expect(block.body).toEqual(blocks[1]);
	const lines = await (await fetch(`${site.url}/api/models/${processor.key}/blocks`)).text();
	const byDigest = blocks.toSorted((a, b) => (a.digest < b.digest ? -1 : 1));
	expect(
		lines
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line))
	).toEqual(byDigest);
	expect((await read(site, '/api/models/znver1-00000000/blocks')).status).toBe(404);
	const none = await read(site, `/api/models/${processor.key}/blocks/${'f'.repeat(16)}`);
	expect(none.status).toBe(404);
	expect((await read(site, '/api/models/errors')).body).toMatchObject({
		processors: [{ microarchitecture: 'znver5', predictors: [] }]
	});
});

test('a block that is measured again keeps its interventions', async () => {
	const as = (runner: RunnerDescription): RunnerDescription => ({
		...runner,
		host: { ...runner.host, microarchitecture: 'znver3' }
	});
	const runner = await connectRunner(site.url, token, { id: 'again', as });
	const [before, after] = [12, 11].map((measured) =>
		madeBlock('again', { measured, own: 4, chain: 4 })
	);
	if (!before || !after) throw new Error('there are two measurements');
	const key = processorKey(as(describeRunner('again', 1)).host);
	const stored = async () => (await read(site, `/api/models/${key}/blocks/${before.digest}`)).body;
	const explained = { ...before, why: madeWhy };
	for (const [sent, expected] of [
		[before, before],
		[explained, explained],
		[after, { ...after, why: madeWhy }],
		[withOwnAnswer(after), { ...withOwnAnswer(after), why: madeWhy }]
	] as const) {
		runner.send({ type: 'blocks', report: madeReport([sent]) });
		await eventually(async () => expect(await stored()).toEqual(expected));
	}
});

test('more blocks than a runner may measure in that time are not stored', async () => {
	const as = (runner: RunnerDescription): RunnerDescription => ({
		...runner,
		host: { ...runner.host, microarchitecture: 'znver4' }
	});
	const runner = await connectRunner(site.url, token, { id: 'eager', as });
	const figures = { measured: 2, own: 2, chain: 1 };
	const names = Array.from({ length: 6 * blocksAtOnce }, (_, index) => `block ${index}`);
	for (let from = 0; from < names.length; from += blocksAtOnce) {
		const blocks = names.slice(from, from + blocksAtOnce).map((name) => madeBlock(name, figures));
		runner.send({ type: 'blocks', report: madeReport(blocks) });
	}
	const clockGHz = { median: 4, low: 4, high: 4 };
	runner.send({
		type: 'calibrations',
		calibrations: [{ at: new Date().toISOString(), clockGHz }]
	});
	const key = processorKey(as(describeRunner('eager', 1)).host);
	const stored = async () => {
		const response = await fetch(`${site.url}/api/models/${key}/blocks`);
		const lines = response.ok ? (await response.text()).trimEnd().split('\n') : [];
		return new Set(lines.map((line): string => JSON.parse(line).digest));
	};
	await eventually(async () => {
		// The site reads messages in order: the calibration came after all blocks.
		expect((await read(site, '/api/runners/eager/calibrations')).body).toHaveLength(1);
		expect((await stored()).size).toBe(120);
	});
	const admitted = names.slice(0, 120).map((name) => madeBlock(name, figures).digest);
	expect(await stored()).toEqual(new Set(admitted));
});
