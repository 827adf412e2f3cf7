import { expect, test } from 'vitest';
import { heightOf, levelOf, levels, ratioAt, steepest } from './shape.ts';

test('positions go from a quarter to the top of the scale, and back', () => {
	expect(ratioAt(0, 8)).toBe(0.25);
	expect(ratioAt(levels, 8)).toBe(8);
	expect(levelOf(1, 8)).toBe(12);
	expect(ratioAt(12, 8)).toBe(1);
	expect([levelOf(0.1, 8), levelOf(100, 8)]).toEqual([0, levels]);
	expect([heightOf(0.25, 8), heightOf(1, 8), heightOf(100, 8)]).toEqual([0, 0.4, 1]);
});

test('the steepest rise, past places that were not measured, and none in a flat or falling curve', () => {
	expect(steepest([1, 1.1, 3, 3.2])).toBe(1);
	expect(steepest([1, 2, 5, 6])).toBe(1);
	expect(steepest([1, undefined, 3, 9])).toBe(2);
	expect(steepest([1, 1.1, 1, 0.5])).toBeUndefined();
});
