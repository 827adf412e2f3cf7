import { expect, test } from 'vitest';
import { factorOf, pointGeometry } from './chart.ts';

const box = { width: 300, height: 300, top: 10, right: 10, bottom: 30, left: 40 };

test('a point with equal figures lies on the line, and the axes have the same values', () => {
	const points = [
		{ predicted: 1, measured: 1 },
		{ predicted: 16, measured: 16 },
		{ predicted: 8, measured: 2 }
	];
	const chart = pointGeometry(points, box);
	const [one, other, third] = chart?.dots ?? [];
	const steps = { x: (other?.x ?? 0) - (one?.x ?? 0), y: (one?.y ?? 0) - (other?.y ?? 0) };
	expect(steps.x).toBeCloseTo(250 * (Math.log(16) / Math.log(16 * 1.25 * 1.25)), 6);
	// The chart is 250 px wide and 260 px high.
	expect(steps.y / steps.x).toBeCloseTo(260 / 250, 6);
	expect(third && one && third.x > one.x && third.y < one.y).toBe(true);
});

test('without points there is nothing to draw', () => {
	expect(pointGeometry([], box)).toBeUndefined();
});

test('a factor does not depend on which of the two is larger', () => {
	expect(factorOf({ predicted: 2, measured: 4 })).toBe(2);
	expect(factorOf({ predicted: 4, measured: 2 })).toBe(2);
});
