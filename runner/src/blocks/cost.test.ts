import { expect, test } from 'vitest';
import type { Measured } from '../schema/measurement.ts';
import { blockCost } from './cost.ts';

const measured = (median: number, halfWidth: number, modes = 1) =>
	({
		cyclesPerIteration: { median, low: median - halfWidth, high: median + halfWidth },
		modes: Array.from({ length: modes }, () => ({ centre: median, share: 1 / modes }))
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
	['a kernel with two times', measured(100, 0.1, 2), measured(164, 0.1), 'has several times']
])('%s is no ground for judging a predictor', (_name, short, long, dropped) => {
	expect(blockCost(short, long, copies)).toEqual({ dropped });
});
