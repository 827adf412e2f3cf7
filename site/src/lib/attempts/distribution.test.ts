import { expect, test } from 'vitest';
import { distributionOf } from './distribution.ts';

test('two runs share an axis, and each part of it says how many of their samples lie there', () => {
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

test('far samples do not press all others together, and are told', () => {
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
