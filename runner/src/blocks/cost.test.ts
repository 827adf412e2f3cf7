import { expect, test } from 'vitest';
import type { Measured } from '@cyclelab/contract/schema/measurement';
import { blockCost } from './cost.ts';

/** @param apart cycles between two modes; 0 for one mode */
const measured = (median: number, halfWidth: number, apart = 0) =>
	({
		cyclesPerIteration: { median, low: median - halfWidth, high: median + halfWidth },
		modes: (apart > 0 ? [median, median + apart] : [median]).map((centre) => ({
			centre,
			share: 1 / 2
		}))
	}) as Measured;
const copies = { short: 16, long: 48 };

test('what both kernels have in common cancels, and half widths add as squares', () => {
	expect(blockCost(measured(100, 0.3), measured(164, 0.4), copies)).toEqual({
		cycles: {
			median: 2,
			low: expect.closeTo(2 - 0.5 / 32, 9),
			high: expect.closeTo(2 + 0.5 / 32, 9)
		}
	});
});

test.each([
	['a time that is wider than a twentieth', measured(100, 3), measured(164, 3), 'is too noisy'],
	['a long kernel that is not longer', measured(100, 0.1), measured(99, 0.1), 'is too noisy'],
	['a kernel with two times', measured(100, 0.1, 4), measured(164, 0.1), 'has several times']
])('%s is no ground for judging a predictor', (_name, short, long, dropped) => {
	expect(blockCost(short, long, copies)).toEqual({ dropped });
});

test('modes that make a difference of less than a twentieth are one time', () => {
	const cost = blockCost(measured(100, 0.1, 1), measured(164, 0.1, 1), copies);
	expect('cycles' in cost && cost.cycles.median).toBe(2);
});
