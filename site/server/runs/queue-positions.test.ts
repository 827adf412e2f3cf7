import { expect, test } from 'vitest';
import { waitOf } from './queue-positions.ts';

test('the wait is the median of recent runs, times the place, shared by the slots', () => {
	expect(waitOf([1000, 9000, 2000], 1, 1)).toBe(2000);
	expect(waitOf([1000, 9000, 2000], 6, 4)).toBe(3000);
});

test('without recent runs or without slots the wait is unknown', () => {
	expect([waitOf([], 1, 4), waitOf([1000], 1, 0)]).toEqual([undefined, undefined]);
});
