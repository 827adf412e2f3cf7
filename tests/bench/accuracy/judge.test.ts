import { describe, expect, test } from 'vitest';
import type { Measured } from '@cyclelab/contract/schema/measurement';
import { isRight, score, toRun } from './judge.ts';

const measured = (median: number, change: Partial<Measured> = {}): Measured => ({
	cyclesPerIteration: { median, low: median * 0.999, high: median * 1.001 },
	nsPerIteration: { median, low: median, high: median },
	samples: 55,
	rejected: 0,
	processes: 5,
	modes: [{ centre: median, share: 1 }],
	spread: [median, median],
	clockGHz: 3,
	raw: [],
	...change
});
const answer = { on: /./, cycles: 3, source: 'a test' };

describe('an answer', () => {
	test.each([
		[3.029, 3, true],
		[3.031, 3, false],
		[2.971, 3, true],
		[2.969, 3, false],
		[2.5, [2, 3], true],
		[3.02, [2, 3], true],
		[1.97, [2, 3], false]
	] as const)('of %f is held against %j: %j', (cycles, published, right) => {
		expect(isRight(cycles, { ...answer, cycles: published })).toBe(right);
	});
});

describe('a measurement', () => {
	const two = [
		{ centre: 3, share: 0.6 },
		{ centre: 4, share: 0.4 }
	];
	const wide = { median: 3, low: 2.9, high: 3.1 };
	test.each([
		['without a doubt', measured(3), undefined],
		['beside another program', measured(3, { slowed: true }), 'shared'],
		['with two modes', measured(3, { modes: two }), 'modes'],
		['with an interval of 3 %', measured(3, { cyclesPerIteration: wide }), 'wide']
	] as const)('%s', (_, one, doubt) => {
		const { median, low, high } = one.cyclesPerIteration;
		expect(toRun({ measured: one })).toEqual({
			cycles: median,
			interval: [low, high],
			...(doubt ? { doubt } : {})
		});
	});

	test('that failed has its reason', () => {
		const failure = {
			kind: 'too-noisy',
			stage: 'measure',
			accepted: 3,
			attempted: 1500,
			title: 'Too noisy.',
			hint: 'Again.'
		} as const;
		expect(toRun({ failure })).toEqual({ doubt: 'too noisy', sentence: 'Too noisy.' });
	});
});

test('a run counts as wrong only if the runner did not doubt it', () => {
	const runs = [
		{ cycles: 3 },
		{ cycles: 3, doubt: 'wide' },
		{ cycles: 4 },
		{ cycles: 4, doubt: 'modes' },
		{ doubt: 'too noisy' }
	] as const;
	expect(score(runs, answer)).toEqual({ right: 2, doubted: 3, wrong: 1 });
});
