import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agrees, groupsOf } from './grouping.ts';

const votes = (...ratios: number[]) => ratios.map((ratio, i) => ({ seat: i + 1, ratio }));

test('the lower half is paired with the upper half, so that no pair chose neighbouring ratios', () => {
	expect(groupsOf(votes(1, 8, 2, 9), [1, 2, 3, 4], 2)).toEqual([
		[1, 2],
		[3, 4]
	]);
});

test('an odd number of people makes one group of three, and people without a vote join a group', () => {
	expect(groupsOf(votes(1, 5, 9), [1, 2, 3], 2)).toEqual([[1, 2, 3]]);
	expect(groupsOf(votes(1, 5, 9), [1, 2, 3, 7, 8], 2)).toEqual([
		[1, 3, 8],
		[2, 7]
	]);
});

test('people who left are in no group, and one person alone makes none', () => {
	expect(groupsOf(votes(1, 5, 9), [1, 3], 2)).toEqual([[1, 3]]);
	expect(groupsOf(votes(1), [1], 2)).toEqual([]);
	expect(groupsOf([], [], 2)).toEqual([]);
});

test('everybody present is in exactly one group, and each group has at least the size asked for', () => {
	const ratio = fc.double({ min: 0.1, max: 100, noNaN: true });
	fc.assert(
		fc.property(
			fc.array(ratio, { maxLength: 60 }),
			fc.integer({ min: 2, max: 4 }),
			fc.integer({ min: 0, max: 9 }),
			(ratios, size, more) => {
				const here = Array.from({ length: ratios.length + more }, (_, i) => i + 1);
				const groups = groupsOf(votes(...ratios), here, size);
				expect(groups.flat().sort((a, b) => a - b)).toEqual(here.length < 2 ? [] : here);
				if (here.length >= size)
					for (const group of groups) expect(group.length).toBeGreaterThanOrEqual(size);
			}
		)
	);
});

test('a group agrees when all its predictions are within a tenth', () => {
	expect(agrees([1, 2], votes(2, 2.1))).toBe(true);
	expect(agrees([1, 2, 3], votes(2, 2.1, 3))).toBe(false);
	expect(agrees([1, 9], votes(2))).toBe(false);
});
