import { expect, test } from 'vitest';
import { at, steady } from '../../fixtures/measure/plans.ts';
import { neighbourDoubt } from './neighbour-clock.ts';
import type { PlaceState } from './plan-state.ts';
import type { Rows } from './rows.ts';

/** A process whose ruler took `longer` times as long, in each sample another part of `spread` more. */
const process = (longer: number, spread = 0): Rows => ({
	...steady,
	samples: steady.samples.map((row, i) => {
		const ticks = Math.round(row.c0 * longer * (1 + (spread * i) / (steady.samples.length - 1)));
		return { ...row, c0: ticks, c1: ticks };
	})
});
const place = (variant: string, ...processes: Rows[]): PlaceState => ({
	place: at(variant),
	processes,
	commands: [],
	spentMs: 0,
	done: true
});
const doubt = (mine: PlaceState, others: PlaceState[], isWide = false) =>
	neighbourDoubt(mine, others, { isEdited: (variant) => variant === 'mine', isWide });
const add = place('add', process(1), process(1), process(1));

test('a ruler that takes 1.85 times as long as the one beside it is named with both clocks', () => {
	const mine = place('mine', process(1.85), process(1.85), process(1.85));
	expect(doubt(mine, [add, mine])).toEqual({
		bound: 'neighbourClock',
		reason:
			'Its core clock was 2.11 GHz by its ruler, that of the code beside it on the same core 3.90 GHz, and so in each of 3 pairs of processes.'
	});
	expect(doubt(place('mine', process(0.9), process(0.9)), [add])).toBeDefined();
});

test('a clock that changes for all alike is no doubt, nor for one of the pairs', () => {
	const slow = [process(1), process(1.3), process(1.3)];
	expect(doubt(place('mine', ...slow), [place('add', ...slow)])).toBeUndefined();
	expect(doubt(place('mine', process(1.3), process(1), process(1.3)), [add])).toBeUndefined();
	expect(doubt(place('mine', process(1.3)), [add])).toBeUndefined();
});

test('a difference within what each clock varies by, or of 5 %, is none', () => {
	const varying = [process(0.95, 0.4), process(0.95, 0.4)];
	expect(doubt(place('mine', ...varying), [add])).toBeUndefined();
	expect(doubt(place('mine', process(1.04), process(1.04)), [add])).toBeUndefined();
});

test('a core that sleeps in the calls of a program may have another clock', () => {
	const sleeps = process(1.85);
	const away = sleeps.samples.map((row) => ({ ...row, lost: row.t2 }));
	const mine = place('mine', { ...sleeps, samples: away }, { ...sleeps, samples: away });
	expect(doubt(mine, [add])).toBeUndefined();
});

test('wide vectors lower the clock of some cores', () => {
	const mine = place('mine', process(1.4), process(1.4));
	expect([doubt(mine, [add], true), doubt(mine, [add])]).toEqual([undefined, expect.anything()]);
});

test('code that nobody edited is not doubted, nor compared with edited code alone', () => {
	expect(doubt(place('add', process(2), process(2)), [place('mine', process(1))])).toBeUndefined();
	expect(doubt(place('mine', process(2), process(2)), [])).toBeUndefined();
});
