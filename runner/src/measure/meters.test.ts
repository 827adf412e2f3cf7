import { describe, expect, it } from 'vitest';
import { recorded } from '../../fixtures/measure/recorded.ts';
import { measure } from './measure.ts';
import type { Rows } from './rows.ts';

/** The recorded processes, undisturbed, whose kernel reported `counted(n)` in a call of n iterations. */
const reporting = (counted: (iterations: number, sample: number) => number) =>
	recorded('imul').map(({ rows }): Rows => ({
		...rows,
		hello: { ...rows.hello, meters: ['bytes-taken'] },
		samples: rows.samples.map((row, i) => ({
			...row,
			nivcsw: 0,
			c1: row.c0,
			m1: [counted(row.n, i)],
			m2: [counted(2 * row.n, i)]
		}))
	}));
const metersOf = (processes: readonly Rows[]) => {
	const result = measure(processes, 'chain');
	return result.ok ? result.measured.meters : result.failure;
};

describe('a meter', () => {
	it('counts per iteration, whatever a call counts besides', () => {
		expect(metersOf(reporting((iterations) => 3 * iterations + 100))).toEqual({
			'bytes-taken': { median: 3, low: 3, high: 3 }
		});
	});

	it('may count nothing', () => {
		expect(metersOf(reporting(() => 0))).toEqual({
			'bytes-taken': { median: 0, low: 0, high: 0 }
		});
	});

	it('is the median of its samples', () => {
		const varying = reporting((iterations, i) => (i === 0 ? 0 : i === 10 ? 90 : 5) * iterations);
		expect(metersOf(varying)).toEqual({
			'bytes-taken': { median: 5, low: 5, high: 5 }
		});
	});

	it('that counts less in more iterations is not believed', () => {
		expect(metersOf(reporting((iterations) => 1e9 - iterations))).toEqual({
			kind: 'implausible',
			bound: 'meterBackwards',
			stage: 'measure',
			variant: 'chain',
			reason: 'Its meter "bytes-taken" counts less in more iterations.'
		});
	});

	it('is absent where an exercise has none', () => {
		expect(metersOf(recorded('imul').map(({ rows }) => rows))).toBeUndefined();
	});
});
