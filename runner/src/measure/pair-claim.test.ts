import { describe, expect, it } from 'vitest';
import { forwarding, measured, point, report } from '@cyclelab/contract/fixtures/examples';
import type { Facts } from '@cyclelab/exercises/schema';
import { judgeClaims } from './claims.ts';

describe('a claim about single measurements', () => {
	/** Calls of 10 µs, of which every `every`th takes a half longer and is set aside. */
	const calls = (every: number) => ({
		...measured(3),
		raw: Array.from({ length: 200 }, (_, i) => ({
			process: i % 5,
			iterations: 1000,
			ticks: [20_000, i % every === 0 ? 60_000 : 40_000] satisfies [number, number],
			ticksPerCycle: [1, 1] satisfies [number, number],
			switches: 0,
			accepted: i % every !== 0
		}))
	});
	const judge = (every: number, change: object = {}) => {
		const facts: Facts = {
			...forwarding,
			claims: [],
			pairClaims: [
				{
					id: 'misled',
					statement: 'One pair in ten misleads.',
					of: { variant: 'bytes', parameters: {} },
					to: { variant: 'word', parameters: {} },
					apart: 0.1,
					atLeast: 0.1,
					seenOn: ['znver5'],
					absentOn: [],
					...change
				}
			]
		};
		const seen = report({ word: [point(calls(every))], bytes: [point(calls(every))] });
		return judgeClaims(facts, seen)[0];
	};

	it('counts all pairs of calls, also the disturbed ones', () => {
		// A quarter is long: 2 * 1/4 * 3/4 of the pairs differ.
		const result = judge(4);
		expect(result).toEqual({
			id: 'misled',
			statement: 'One pair in ten misleads.',
			measure: 'pairs',
			expected: { atLeast: 0.1 },
			observed: { median: 0.375, low: expect.closeTo(0.311, 3), high: expect.closeTo(0.444, 3) },
			verdict: 'reproduced',
			sentence: result?.sentence
		});
		expect(result?.sentence).toMatch(
			/^Of all pairs of single calls, one of “Four bytes” and one of “One word”, 38 % differ by 10 % or more, between 3\d % and 4\d %; the claim expects at least 10 %\.$/
		);
	});

	it('is not here where calls agree, open where there are too few, and judged the other way round as well', () => {
		expect(judge(200)?.verdict).toBe('contradicted');
		expect(judge(200, { absentOn: ['znver5'], seenOn: [] })?.sentence).toMatch(
			/; the claim expects at least 10 %, which did not hold on this kind of processor before \(AMD Zen 5\)\.$/
		);
		expect(judge(17)?.verdict).toBe('too-noisy');
		expect(judge(4, { atLeast: undefined, atMost: 0.1 })?.verdict).toBe('contradicted');
	});

	it('about one place is about different calls of it', () => {
		const { variant, parameters } = { variant: 'word', parameters: {} };
		const result = judge(4, { of: { variant, parameters } });
		expect(result?.observed?.median).toBeCloseTo((2 * 50 * 150) / (200 * 199), 10);
		expect(result?.sentence).toMatch(/^Of all pairs of single calls, both of “One word”, 38 % /);
	});
});
