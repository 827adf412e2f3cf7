import { describe, expect, it } from 'vitest';
import { measured } from '@cyclelab/contract/fixtures/examples';
import {
	driftsOf,
	emptyWindow,
	noiseFloorOf,
	withPair,
	type MeasuredPair,
	type NoiseWindow
} from './noise-floor.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 0, minute)).toISOString();
const pair = (ratio: number, clockGHz = 4, cycles = 3): MeasuredPair => ({
	kind: 'latency',
	one: { ...measured(cycles * ratio, 0.001), clockGHz },
	other: { ...measured(cycles, 0.001), clockGHz }
});
const after = (pairs: MeasuredPair[], begin: NoiseWindow = emptyWindow) =>
	pairs.reduce((window, one, minute) => withPair(window, one, at(minute)), begin);
const many = (count: number, ratio: (i: number) => number) =>
	Array.from({ length: count }, (_, i) => pair(ratio(i)));

describe('the noise floor', () => {
	it('is unknown until enough pairs were compared', () => {
		expect(noiseFloorOf(after(many(29, () => 1)))).toBeUndefined();
	});

	it('is what 95 % of the pairs stay below, whichever of the two was slower', () => {
		const part = (i: number) => 1 + ((i * 37) % 101) / 10_000;
		const parts = (i: number) => (i % 2 === 0 ? part(i) : 1 / part(i));
		expect(noiseFloorOf(after(many(101, parts)))).toEqual({
			relative: expect.closeTo(0.0095, 10),
			pairs: 101,
			falseVerdicts: 0,
			at: at(100)
		});
	});

	it('counts pairs that were called different, and forgets old ones', () => {
		const begun = after(many(100, (i) => (i < 40 ? 1.05 : 1)));
		expect(noiseFloorOf(begun)?.falseVerdicts).toBe(30);
		expect(
			noiseFloorOf(
				after(
					many(81, () => 1),
					begun
				)
			)
		).toMatchObject({
			relative: 0,
			pairs: 120,
			falseVerdicts: 0
		});
	});

	it('is not computed from pairs without a verdict', () => {
		const slowed = pair(1.4);
		const shared = { ...slowed, one: { ...slowed.one, shared: 1, slowed: true } };
		const modes = [
			{ centre: 3, share: 0.6 },
			{ centre: 4, share: 0.4 }
		];
		const twofold = { ...slowed, other: { ...slowed.other, modes } };
		const begun = after(many(60, () => 1));
		expect(noiseFloorOf(after([shared, twofold], begun))).toEqual(noiseFloorOf(begun));
	});
});

it('wide pairs do not raise the floor, and count if they were called different', () => {
	const wide = (ratio: number): MeasuredPair => ({
		kind: 'memory',
		one: measured(3 * ratio, 0.1),
		other: measured(3, 0.1)
	});
	const begun = after(many(60, () => 1));
	expect(noiseFloorOf(after(Array(20).fill(wide(1.1)), begun))).toMatchObject({
		relative: 0,
		pairs: 60,
		falseVerdicts: 0
	});
	expect(noiseFloorOf(after(Array(20).fill(wide(2)), begun))).toMatchObject({
		relative: 0,
		falseVerdicts: 20
	});
});

describe('what should stay', () => {
	it('is reported when the clock or a known loop changed by more than 1 %', () => {
		const begun = after(Array(5).fill(pair(1, 4, 3)));
		expect(driftsOf(after(Array(3).fill(pair(1, 4.03, 3.02)), begun))).toEqual([]);
		expect(driftsOf(after(Array(3).fill(pair(1, 3.8, 3.3)), begun))).toEqual([
			'The core clock is at 3.80 GHz, 5 % from the 4.00 this runner began with: times in nanoseconds are that ' +
				'much longer or shorter, cycles are not.',
			'A known loop (latency) is at 3.30 cycles, 10 % from the 3.00 this runner began with.'
		]);
	});

	it('is not reported for a single reading', () => {
		const begun = after(Array(8).fill(pair(1, 4, 3)));
		expect(driftsOf(after([pair(1, 3, 9)], begun))).toEqual([]);
	});
});
