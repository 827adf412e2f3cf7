import { expect, test } from 'vitest';
import { binsOf, domainOf, medianOf, shareOf } from './histogram.ts';

const question = { low: 1, high: 100 };

test('every vote is in one bar, also those outside of the ends', () => {
	const bins = binsOf(question, [0.1, 1, 1.7, 10, 100, 5000], [3]);
	expect(bins.map(({ low, first, second }) => [low, first, second])).toEqual([
		[1, 2, 0],
		[1.6, 1, 0],
		[2.5, 0, 1],
		[4, 0, 0],
		[6.3, 0, 0],
		[10, 1, 0],
		[16, 0, 0],
		[25, 0, 0],
		[40, 0, 0],
		[63, 2, 0]
	]);
});

test('the axis reaches as far as the votes, within reason', () => {
	expect(domainOf(question, [])).toEqual(question);
	expect(domainOf(question, [0.5, 300])).toEqual({ low: 0.5, high: 300 });
	expect(domainOf(question, [1e-9, 1e9])).toEqual({ low: 0.1, high: 1000 });
});

test('a ratio has its place on the log axis', () => {
	expect([1, 10, 100, 0.5, 1e6].map((ratio) => shareOf(question, ratio))).toEqual([
		0, 0.5, 1, 0, 1
	]);
});

test('the median of ratios is the middle ratio, between two ratios their geometric mean', () => {
	expect([medianOf([]), medianOf([4]), medianOf([9, 1, 4]), medianOf([9, 1, 4, 100])]).toEqual([
		undefined,
		4,
		4,
		6
	]);
});
