/** A runner with one core: tools and measurements alternate on it, and runs are complete. */
import { expect, test } from 'vitest';
import { processors } from '../../../runner/fixtures/host/processors.ts';
import { benchForAll } from '../hooks.ts';
import { jobFor } from '../job/job-bench.ts';

const texts = processors.find(({ name }) => name === 'one-core')?.texts;
if (!texts) throw new Error('There is no fixture of a host with one core.');

const bench = benchForAll(['cc'], { imitates: texts });

const source = `#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	uint64_t product = 3;
	for (uint64_t i = 0; i < iterations; i++) __asm__ volatile("imul %0, %0" : "+r"(product));
	return product;
}
`;

test('a run on one core shows, counts, predicts and measures a loop', async () => {
	expect([bench.host.cores, bench.cores]).toEqual([1, { measure: '0', tools: '0' }]);
	const { report } = await bench.run(jobFor(source));
	const [variant] = report.variants;
	const [point] = variant?.points ?? [];
	expect([variant?.failure, point?.failure]).toEqual([undefined, undefined]);
	expect(variant?.predictions.map(({ mcpu, host }) => [mcpu, host])).toEqual([
		['znver4', true],
		['znver4', true]
	]);
	expect(point?.measured?.samples).toBeGreaterThan(10);
});

test('two concurrent runs on one core finish', async () => {
	const runs = ['add %0, %0', 'sub %0, %0'].map((code, i) =>
		bench.run(jobFor(source.replace('imul %0, %0', code), { run: `run-${i}` }))
	);
	const reports = (await Promise.all(runs)).map(({ report }) => report);
	expect(
		reports.map(({ variants }) => variants.map(({ failure, points }) => [failure, points.length]))
	).toEqual([[[undefined, 1]], [[undefined, 1]]]);
});
