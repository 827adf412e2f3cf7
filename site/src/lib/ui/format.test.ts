import { expect, test } from 'vitest';
import * as format from './format.ts';

test('an uncertainty ends at the digit of its median and is never shown as zero', () => {
	expect(format.plusMinus({ median: 5.83, low: 5.78, high: 5.85 })).toBe('± 0.05');
	expect(format.plusMinus({ median: 5.83, low: 5.83, high: 5.831 })).toBe('± 0.001');
	expect(format.plusMinus({ median: 43_500, low: 39_117, high: 43_600 })).toBe('± 4,400');
	expect(format.plusMinus({ median: 1489, low: 1483, high: 1493 })).toBe('± 10');
	expect(format.plusMinus({ median: 999.7, low: 994, high: 1004 })).toBe('± 10');
	expect(format.plusMinus({ median: 0, low: -0.4, high: 1 })).toBe('± 1');
	expect(format.plusMinus({ median: 149, low: 140, high: 151 })).toBe('± 9');
});

test('ratios carry their sign', () => {
	expect([0.0062, 0.483, 1.0, 1.934, 6.12, 18.3, 131.4].map(format.ratio)).toEqual([
		'0.0062×',
		'0.48×',
		'1.00×',
		'1.93×',
		'6.12×',
		'18.3×',
		'131×'
	]);
});

test('a share is full only when it is full', () => {
	expect([1, 0.9999, 0.5, 0.123].map(format.percent)).toEqual([
		'100 %',
		'99.9 %',
		'50 %',
		'12.3 %'
	]);
});

test('moments are written in UTC', () => {
	expect(format.moment('2026-11-20T14:22:05.000Z')).toBe('20 Nov 2026, 14:22 UTC');
	expect(format.momentInSeconds('2026-11-20T14:22:05.000Z')).toBe('20 Nov 2026, 14:22:05 UTC');
});

test('waits are rough', () => {
	expect([200, 4000, 130000].map(format.wait)).toEqual(['about 1 s', 'about 4 s', 'about 2 min']);
});

test('a name is cut where its details begin', () => {
	expect(
		[
			'Skylake, Core i7-6700HQ',
			'Before Skylake (the manual)',
			'One laptop; its model is not known',
			'M1 Max'
		].map(format.shortName)
	).toEqual(['Skylake', 'Before Skylake', 'One laptop', 'M1 Max']);
});
