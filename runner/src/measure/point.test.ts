import { expect, it } from 'vitest';
import { forwarding, host, prediction } from '@cyclelab/contract/fixtures/examples';
import { recorded } from '../../fixtures/measure/recorded.ts';
import { measure } from './measure.ts';
import type { PlaceState } from './plan-state.ts';
import { toPoint } from './point.ts';

const around = {
	facts: forwarding,
	hotLoop: undefined,
	predictions: [prediction(3)],
	refusals: [],
	host
};
const state = (name: 'word' | 'bytes'): PlaceState => ({
	place: {
		variant: name,
		execute: { argv: [`{in}/${name}.elf`], env: {}, uses: [`${name}.elf`] },
		parameters: {}
	},
	processes: recorded(name).map(({ rows }) => rows),
	commands: [],
	spentMs: 80,
	done: true
});

it('a measured place has its numbers, its documented figures and its comparison', () => {
	const result = measure(state('bytes').processes, 'bytes');
	if (!result.ok) throw new Error(result.failure.kind);
	const point = toPoint(state('bytes'), around, 9);
	expect(point).toEqual({
		parameters: {},
		documented: [
			{ machine: 'Old machine', nsPerIteration: 7.5, cyclesPerIteration: 15, quoted: '7.5 ns' },
			{ machine: 'Other machine', nsPerIteration: 6, quoted: '6 ns' }
		],
		measured: result.measured,
		comparison: {
			predicted: 3,
			ratio: 3 / result.measured.cyclesPerIteration.median,
			verdict: 'model-too-fast',
			sentence: expect.stringMatching(
				/^Predicted 3\.00 cycles, measured 1\d\.\d: the processor takes 5\.\d times as long as the model\. The machine was noisy: 40 % of the samples were disturbed and left out, and the others give the number to ±1\.\d %\.$/
			)
		}
	});
});

it('a place that is still measured has its numbers so far and no verdict, and none if they cannot be true', () => {
	const soFar = { ...state('bytes'), done: false };
	const result = measure(soFar.processes, 'bytes');
	if (!result.ok) throw new Error(result.failure.kind);
	const { parameters, documented } = toPoint(state('bytes'), around, 9);
	expect(toPoint(soFar, around, 9)).toEqual({
		parameters,
		documented,
		measured: result.measured,
		ongoing: true
	});
	expect(toPoint(soFar, around, 1e6).measured).toBeUndefined();
});

it('a place whose process failed has the reason, beside the documented figures', () => {
	const failure = { kind: 'timeout', stage: 'measure', variant: 'word', limitMs: 10000 } as const;
	expect(toPoint({ ...state('word'), failure }, around, 9)).toEqual({
		parameters: {},
		documented: [],
		failure: {
			...failure,
			title: 'The program took longer than 10 seconds and was stopped.',
			hint: 'Check that every loop ends and nothing sleeps: kernel(n) must do exactly n iterations and return. If every loop ends, run it again when the machine is less busy.'
		}
	});
});

it("a place whose core clock is not this machine's has a failure and no number", () => {
	const point = toPoint(state('word'), { ...around, clockGHz: 9 }, 9);
	expect([point.failure?.title, point.measured]).toEqual([
		"This result cannot be true: its core clock was 3.85 GHz, this runner's is 9.00 GHz.",
		undefined
	]);
});

it('a place faster than its instructions can run has a failure and no number', () => {
	const point = toPoint(state('word'), around, 1000);
	expect([point.failure?.kind, point.measured]).toEqual(['implausible', undefined]);
});

it('a call whose time its instructions do not explain is refused only if all that it executes is counted', () => {
	const processes = recorded('bytes').map(({ rows }) => ({
		...rows,
		samples: rows.samples.map((sample) => ({
			...sample,
			t1: 4 * sample.t1,
			t2: sample.t2 + 3 * sample.t1
		}))
	}));
	const slow = { ...state('bytes'), processes };
	const [whole, part] = [true, false].map((isWhole) =>
		toPoint(slow, around, 9, { instructions: 0, isWhole })
	);
	expect(whole?.failure).toMatchObject({ kind: 'implausible', bound: 'costOfCall' });
	expect(part?.failure).toBeUndefined();
	const { unexplained, cyclesPerIteration } = part?.measured ?? {};
	expect(unexplained).toBeGreaterThan(0.5);
	expect(cyclesPerIteration?.high).toBeGreaterThan(2 * (cyclesPerIteration?.median ?? Infinity));
	const uncounted = toPoint(slow, around, undefined, { instructions: undefined, isWhole: true });
	expect(uncounted.measured?.unexplained).toBeCloseTo(unexplained ?? NaN, 9);
	expect(toPoint(slow, around, undefined).measured?.unexplained).toBeUndefined();
});
