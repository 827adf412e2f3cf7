import { expect, test } from 'vitest';
import { measured } from '@cyclelab/contract/fixtures/examples';
import type { Measured, Sample } from '@cyclelab/contract/schema/measurement';
import { calibrationOf, calibrationOfPair } from './calibration.ts';

const at = '2026-11-21T21:00:00.000Z';
const sample = (ticksPerCycle: number, accepted = true): Sample => ({
	process: 0,
	iterations: 1,
	ticks: [1, 2],
	switches: 0,
	accepted,
	ticksPerCycle: [ticksPerCycle, ticksPerCycle]
});
const withClocks = (cycles: number, raw: Sample[]): Measured => ({
	...measured(cycles),
	clock: { counter: 'tsc', counterGHz: 4, ruler: 'a chain' },
	raw
});

test('a calibration is the clock of the samples that nothing disturbed', () => {
	const one = withClocks(3, [sample(1), sample(2, false), sample(1.25)]);
	const other = withClocks(3, [sample(1)]);
	// 3.2, 4 and 4 GHz
	expect(calibrationOf([one, other], at)).toEqual({
		at,
		clockGHz: { median: 4, low: 3.2 + 0.1 * (4 - 3.2), high: 4 }
	});
});

test('a pair has the ratio of the second time to the first, for the same code', () => {
	const one = withClocks(2, [sample(1)]);
	const other = withClocks(2.02, [sample(1)]);
	const { pair } = calibrationOfPair({ kind: 'latency', one, other }, at);
	// Both intervals reach 0.2 % to each side.
	const down = Math.exp(-Math.hypot(Math.log(1 / 0.998), Math.log(1.002)));
	expect(pair).toEqual({
		kind: 'latency',
		ratio: {
			median: 1.01,
			low: expect.closeTo(1.01 * down, 9),
			high: expect.closeTo(1.01 / down, 9)
		}
	});
});
