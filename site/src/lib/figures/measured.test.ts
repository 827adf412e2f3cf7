import { expect, test } from 'vitest';
import {
	exactly,
	measuredAt as measurement,
	reportOf,
	variantReport
} from '../../../fixtures/examples.ts';
import { measuredAt, withInterval } from './measured.ts';

test("a figure shows a run's number of the exercise's own source, if one number can stand for it", () => {
	const at = (value: number, more = {}) => ({
		parameters: { side: value },
		documented: [],
		measured: measurement(value, more)
	});
	const report = (more = {}) =>
		reportOf([variantReport('one', { points: [at(511), at(512)], ...more })]);
	expect(measuredAt(report(), 'one', { side: 512 })).toEqual(exactly(512));
	expect(measuredAt(report(), 'one', { side: 513 })).toBeUndefined();
	expect(measuredAt(report(), 'two', { side: 512 })).toBeUndefined();
	expect(measuredAt(undefined, 'one')).toBeUndefined();
	expect(measuredAt(report({ edited: true }), 'one')).toBeUndefined();
	const twoSpeeds = [
		{ centre: 1, share: 0.5 },
		{ centre: 9, share: 0.5 }
	];
	for (const more of [{ slowed: true }, { modes: twoSpeeds }])
		expect(measuredAt(report({ points: [at(511, more)] }), 'one')).toBeUndefined();
	expect(withInterval({ median: 4.01, low: 3.99, high: 4.03 })).toBe('4.01 ± 0.02');
	expect(withInterval(exactly(4))).toBe('4.00');
});
