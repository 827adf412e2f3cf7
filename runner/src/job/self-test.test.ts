import { expect, test } from 'vitest';
import type { Rows } from '../measure/rows.ts';
import { rulers } from '../measure/rulers.ts';
import { rulerDoubt } from './self-test.ts';

/** Rows of a process on a core of `coreGHz` whose counter advances by `step` ticks, `counterGHz` ticks a nanosecond. */
function rowsOn(coreGHz: number, counterGHz: number, step = 1): Rows {
	const ticksOf = (nanoseconds: number) => step * Math.round((nanoseconds * counterGHz) / step);
	const chainNs = rulers.cntvct.chainCycles / coreGHz;
	const sample = (n: number) => ({
		t: 's' as const,
		n,
		nivcsw: 0,
		minflt: 0,
		t1: ticksOf(100_000 + n),
		t2: ticksOf(200_000 + n),
		c0: ticksOf(chainNs),
		c1: ticksOf(chainNs + 100)
	});
	return {
		hello: {
			t: 'hello',
			v: 1,
			language: 'c',
			clock: 'cntvct',
			mode: 'time',
			overhead: 0,
			chainCycles: rulers.cntvct.chainCycles,
			tsc: 0,
			ns: 0,
			setupNs: 0
		},
		first: { t: 'call', n: 1, result: '0' },
		later: [],
		samples: [64, 128, 997].map(sample),
		end: { t: 'end', samples: 3, tsc: 1, ns: 1, nivcsw: 0 }
	};
}
const taking = (median: number) => ({
	cyclesPerIteration: { median, low: median, high: median }
});

test.each([
	['Apple M1', 3.2, 0.024, 1, 3],
	['Raspberry Pi 4', 1.5, 0.054, 1, 5],
	['Altra', 3, 0.025, 1, 4],
	['Graviton 2', 2.5, 0.121875, 1, 4],
	['Graviton 3', 2.6, 1.05, 1, 2],
	['a counter of 1 GHz that advances 25 million times a second', 3.4, 1, 40, 2]
])(
	'%s: the ruler is read finely enough, and multiplications fit it',
	(_, core, counter, step, cycles) => {
		expect(rulerDoubt([rowsOn(core, counter, step)], taking(cycles), 'arm64')).toBeUndefined();
	}
);

test('a counter that hardly advances while the ruler runs is refused, with the numbers', () => {
	expect(rulerDoubt([rowsOn(3, 0.001)], taking(2), 'arm64')).toBe(
		'The counter of this processor is too coarse to calibrate by: it advances 100 times while the ruler runs, and 400 are needed.'
	);
});

test.each([
	['additions that cost nothing', 8],
	['additions of a cycle and a half', 1.33],
	['a busy core', 2.4]
])('%s are found out by the multiplications', (_, cycles) => {
	expect(rulerDoubt([rowsOn(3, 1)], taking(cycles), 'arm64')).toBe(
		`A multiplication takes ${cycles.toFixed(2)} cycles by this runner's ruler, where processors take a whole number from 2 to 5. Free the measuring core of other work; if it stays, the ruler does not fit this processor.`
	);
});

test('where multiplications are the ruler, they say nothing about it', () => {
	expect(rulerDoubt([rowsOn(3, 1)], taking(2.4), 'x86-64')).toBeUndefined();
});
