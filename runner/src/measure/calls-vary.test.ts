import { expect, test } from 'vitest';
import { counted } from '../../fixtures/measure/audited.ts';
import { callsBehind, pairsAtMost, vary } from './calls-vary.ts';
import type { Observed } from './observed.ts';
import { loopOf } from './watched.ts';

const loop = loopOf(counted);
if ('unchecked' in loop) throw new Error(loop.unchecked);

/** A call by the loop of the report: half a pass and two instructions an iteration. */
const byLoop = (iterations: number) => ({
	iterations,
	passes: iterations / 2,
	instructions: 2 * iterations
});
/** A call by another loop, as clang makes one for the end of a ring. */
const byOther = (iterations: number) => ({ iterations, passes: 0, instructions: 9 * iterations });
const observed: Pick<Observed, 'n' | 'hits' | 'other' | 'calls'> = {
	n: 4096,
	hits: 0,
	other: { n: 8192, hits: 4096 },
	calls: []
};

test('calls that other calls make another loop serve explain observed calls without a pass', () => {
	expect(vary(loop, observed, [byLoop(4096), byLoop(8192), byOther(4096)])).toBe(true);
	expect(vary(loop, { n: 4096, hits: 0, calls: [] }, [byLoop(4096), byOther(4096)])).toBe(true);
});

test('nothing is explained where all counted calls of a length do the same, or none does what was observed', () => {
	expect(vary(loop, observed, [4096, 8192, 4096, 8192].map(byLoop))).toBe(false);
	// By length alone.
	expect(vary(loop, observed, [byOther(4096), byLoop(8192), byOther(4096)])).toBe(false);
	const fewer = { ...byOther(4096), passes: 1024 };
	expect(vary(loop, observed, [byLoop(4096), byLoop(8192), fewer])).toBe(false);
	expect(vary(loop, { ...observed, hits: 1500 }, [byLoop(4096), byLoop(8192), fewer])).toBe(true);
});

test('nor where most calls of other samples are like no counted one', () => {
	const counted = [byLoop(4096), byLoop(8192), byOther(4096)];
	const more = (calls: (typeof observed)['calls']) => vary(loop, { ...observed, calls }, counted);
	expect(
		more([
			[4096, 2048],
			[8192, 0]
		])
	).toBe(true);
	expect(
		more([
			[4096, 3000],
			[8192, 6000]
		])
	).toBe(false);
});

test('nor by calls that do less than the report has', () => {
	const less = { ...byOther(4096), instructions: 1.5 * 4096 };
	expect(vary(loop, observed, [byLoop(4096), byLoop(8192), less])).toBe(false);
});

test('the counted pairs go through a ring of as many iterations, and end at no place where it does', () => {
	const pair = [3 << 10, 1 << 10] as const;
	const starts = Array.from({ length: pairsAtMost }, (_, pairs) => callsBehind(pairs, pair)[0]);
	expect(starts).toEqual([1, 4097, 8193, 12_289, 16_385, 20_481, 24_577, 28_673]);
	expect(callsBehind(2, pair)).toEqual([8193, 3072, 1024]);
});
