import { expect, test } from 'vitest';
import { axisOf, logDomain, logTicks, tickText } from './scale.ts';

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
	const { at } = axisOf([1, 10, 100], [0, 200]);
	expect(at(10) - at(1)).toBeCloseTo(at(100) - at(10));
});

test('a linear axis begins at zero, and its marks are short numbers', () => {
	const { kind, at, ticks } = axisOf([1, 3], [0, 324], 'linear', 3);
	expect([kind, at(0), Math.round(at(3)), ticks.map(tickText)]).toEqual([
		'linear',
		0,
		300,
		['0', '1', '2', '3']
	]);
	expect(axisOf([0.2, 0.6], [0, 1], 'linear').ticks.map(tickText)).toContain('0.6');
});

test('values too far apart for a linear axis get a log one, and amounts of zero a linear one', () => {
	expect([
		axisOf([1, 100], [0, 1], 'linear').kind,
		axisOf([0, 24], [0, 1], 'log').kind,
		axisOf([], [0, 1], 'linear').kind
	]).toEqual(['log', 'linear', 'log']);
});

test('where there is room for few marks only every second power of ten is one', () => {
	expect(logTicks([0.5, 200_000], 3)).toEqual([1, 100, 10_000]);
});
