import { expect, test } from 'vitest';
import { tintsOf } from './tints.ts';

test('lines have colours in their order, and again from the first after eight', () => {
	expect([...tintsOf(new Set([12, 3, 4]))]).toEqual([
		[3, 'tint-0'],
		[4, 'tint-1'],
		[12, 'tint-2']
	]);
	expect(tintsOf([1, 2, 3, 4, 5, 6, 7, 8, 9]).get(9)).toBe('tint-0');
	expect(tintsOf([])).toEqual(new Map());
});
