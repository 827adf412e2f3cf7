import { expect, test } from 'vitest';
import { heightOf, levelOf, levels, ratioAt, steepest } from './shape.ts';

test('positions go from the bottom to the top of the scale, and back', () => {
	const scale = { most: 8, fall: 4 };
	expect(ratioAt(0, scale)).toBe(0.25);
	expect(ratioAt(levels, scale)).toBe(8);
	expect(levelOf(1, scale)).toBe(12);
	expect(ratioAt(12, scale)).toBe(1);
	expect([levelOf(0.1, scale), levelOf(100, scale)]).toEqual([0, levels]);
	expect([0.25, 1, 100].map((ratio) => heightOf(ratio, scale))).toEqual([0, 0.4, 1]);
	expect([0.125, 1].map((ratio) => heightOf(ratio, { most: 2, fall: 8 }))).toEqual([0, 0.75]);
});

test('the steepest rise, past places that were not measured, else the steepest fall, and none in a flat curve', () => {
	expect(steepest([1, 1.1, 3, 3.2])).toEqual({ from: 1, to: 2, falls: false });
	expect(steepest([1, 2, 5, 6])).toEqual({ from: 1, to: 2, falls: false });
	expect(steepest([1, undefined, 3, 9.5])).toEqual({ from: 2, to: 3, falls: false });
	expect(steepest([1, 1, undefined, undefined, 4.5, 4.9])).toEqual({
		from: 1,
		to: 4,
		falls: false
	});
	expect(steepest([1, 1.5, 0.5, 0.5])).toEqual({ from: 0, to: 1, falls: false });
	expect(steepest([1, 0.8, 0.4, 0.39])).toEqual({ from: 1, to: 2, falls: true });
	expect(steepest([1, 1.1, 1, 0.95])).toBeUndefined();
	expect(steepest([1, undefined])).toBeUndefined();
});
