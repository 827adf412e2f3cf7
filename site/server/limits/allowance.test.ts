import { expect, test } from 'vitest';
import { createAllowance } from './allowance.ts';

test('a used allowance refills one by one, up to its size', () => {
	let now = 0;
	const allowance = createAllowance({ most: 3, everyMs: 10 }, () => now);
	expect([allowance(2), allowance(2), allowance(1)]).toEqual([2, 1, 0]);
	now = 9;
	expect(allowance(1)).toBe(0);
	now = 25;
	expect(allowance(5)).toBe(2);
	now = 30;
	expect(allowance(5)).toBe(1);
	now = 1000;
	expect(allowance(5)).toBe(3);
});
