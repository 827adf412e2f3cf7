import { expect, test } from 'vitest';
import { distributionOf } from './distribution.ts';

test('two runs share an axis, and each bin has the share of samples of each run', () => {
	const found = distributionOf(
		[
			[10, 10, 11, 11],
			[20, 20]
		],
		5
	);
	expect(found?.domain.map((end) => Number(end.toFixed(3)))).toEqual([8.5, 21.5]);
	expect(found?.shares).toEqual([
		[1, 0, 0, 0, 0],
		[0, 0, 0, 0, 1]
	]);
	expect(found?.beyond).toEqual([0, 0]);
});

test('distant samples do not compress the axis, and are counted', () => {
	const near = Array.from({ length: 99 }, (_, i) => 100 + (i % 3));
	const found = distributionOf([[...near, 5000], near], 10);
	expect(found?.domain[1]).toBeLessThan(110);
	expect(found?.beyond).toEqual([1, 0]);
	expect(found?.shares.map((all) => all.reduce((sum, share) => sum + share, 0))).toEqual([
		expect.closeTo(1),
		expect.closeTo(1)
	]);
});

test('without samples there is nothing to draw', () => {
	expect(distributionOf([[], []])).toBeUndefined();
});
