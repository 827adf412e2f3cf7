import { expect, test } from 'vitest';
import { logDomain, logScale, logTicks } from './scale.ts';

test('an axis holds its values with room on both sides', () => {
	expect(logDomain([1, 8])).toEqual([0.8, 10]);
});

test('an axis around one value is a factor of four wide', () => {
	const [low, high] = logDomain([3]);
	expect(high / low).toBeCloseTo(4);
	expect(Math.sqrt(low * high)).toBeCloseTo(3);
});

test('an axis without values is still an axis', () => {
	expect(logDomain([])).toEqual([0.5, 20]);
});

test('marks stand at 1, 2 and 5 of each decade', () => {
	expect(logTicks([0.2, 20])).toEqual([0.2, 0.5, 1, 2, 5, 10, 20]);
});

test('a wide axis has only decades', () => {
	expect(logTicks([0.5, 2000])).toEqual([1, 10, 100, 1000]);
});

test('equal factors are equal distances', () => {
	const x = logScale([1, 100], [0, 200]);
	expect([x(1), x(10), x(100)]).toEqual([0, 100, 200]);
});
