import { describe, expect, it } from 'vitest';
import { caches, forwarding, measured, point, report } from '@cyclelab/contract/fixtures/examples';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import { judgeClaims, judgeInspection } from './claims.ts';

describe('a claim about executed instructions', () => {
	const facts = {
		...forwarding,
		claims: forwarding.claims.map((claim) => ({ ...claim, measure: 'instructions', atLeast: 2 }))
	};
	const counted = (bytes: number, word: number) => {
		const seen = report({ word: [], bytes: [] });
		const count = (id: string) => (id === 'bytes' ? bytes : word);
		return {
			...seen,
			variants: seen.variants.map((variant) => ({
				...variant,
				instructionsPerIteration: count(variant.id)
			}))
		};
	};

	it('is exact, and needs no measurement', () => {
		const expected = {
			id: 'stall',
			statement: 'Bytes take at least four times as long.',
			measure: 'instructions',
			expected: { atLeast: 2 },
			observed: { median: 2, low: 2, high: 2 },
			verdict: 'reproduced',
			sentence:
				'“Four bytes” executes 2.0 times as many instructions as “One word”; the claim expects at least 2.'
		};
		expect(judgeClaims(facts, counted(12, 6))).toEqual([expected]);
		expect(judgeInspection(facts, counted(12, 6))).toEqual([expected]);
		expect(judgeClaims(facts, counted(12, 6.01))[0]?.verdict).toBe('contradicted');
	});

	it('has the reason why nothing was counted', () => {
		const seen = counted(12, 6);
		const variants = seen.variants.map(({ instructionsPerIteration: _, ...one }) => ({
			...one,
			...(one.id === 'bytes' ? { uncounted: 'It starts threads.' } : {})
		}));
		const [result] = judgeClaims(facts, { ...seen, variants });
		expect([result?.verdict, result?.sentence]).toEqual([
			'not-measured',
			'“Four bytes” was not counted: It starts threads.'
		]);
	});

	it('is about the first value of a sweep, which was counted', () => {
		const claims = caches.claims.map((claim) => ({ ...claim, measure: 'instructions' }));
		const [result] = judgeClaims({ ...caches, claims }, report({ chase: [] }));
		expect([result?.verdict, result?.sentence]).toEqual([
			'not-measured',
			'“Random chase” at 4 MiB was not counted: a sweep is counted at its first value, at 32 KiB.'
		]);
	});
});

describe('a claim about a meter', () => {
	const metered = (unit: 'bytes' | 'ns', of: Interval, to: Interval, change: object = {}) => {
		const facts = {
			...forwarding,
			meters: [{ id: 'heap', label: 'Bytes allocated', unit }],
			claims: forwarding.claims.map((claim) => ({ ...claim, measure: 'heap', ...change }))
		};
		const at = (heap: Interval) => [point({ ...measured(3), meters: { heap } })];
		return judgeClaims(facts, report({ word: at(to), bytes: at(of) }))[0];
	};
	const exactly = (value: number) => ({ median: value, low: value, high: value });

	it('compares its amounts', () => {
		expect(metered('bytes', exactly(2130), exactly(78))).toEqual({
			id: 'stall',
			statement: 'Bytes take at least four times as long.',
			measure: 'heap',
			expected: { atLeast: 4 },
			observed: exactly(2130 / 78),
			verdict: 'reproduced',
			sentence:
				'“Four bytes” takes 27 times as much as “One word” by “Bytes allocated”; the claim expects at least 4.'
		});
	});

	it("is as uncertain as the runner's times if it counts time, and else as sure as it is counted", () => {
		expect(metered('ns', exactly(4.02), exactly(1))?.verdict).toBe('too-noisy');
		expect(metered('bytes', exactly(4.02), exactly(1))?.verdict).toBe('reproduced');
	});

	it('has no ratio to nothing, but a sentence, and judges where that is possible', () => {
		const results = [
			metered('bytes', exactly(2130), exactly(0)),
			metered('bytes', exactly(2130), exactly(0), { atMost: 8 }),
			metered('bytes', exactly(0), exactly(2130)),
			metered('bytes', exactly(0), exactly(0), { atLeast: undefined, atMost: 1.1 }),
			metered('bytes', exactly(2130), { median: 1, low: -2, high: 3 }),
			metered('bytes', { median: 1, low: -1, high: 2 }, { median: 1, low: -2, high: 3 })
		];
		expect(results.map((result) => [result?.verdict, result?.observed, result?.sentence])).toEqual([
			[
				'reproduced',
				undefined,
				'“Four bytes” takes 2.08 KiB, “One word” nothing by “Bytes allocated”; the claim expects at least 4.'
			],
			[
				'contradicted',
				undefined,
				'“Four bytes” takes 2.08 KiB, “One word” nothing by “Bytes allocated”; the claim expects 4 to 8, and it has been seen to hold on this kind of processor.'
			],
			[
				'contradicted',
				exactly(0),
				'“Four bytes” takes nothing, “One word” 2.08 KiB by “Bytes allocated”; the claim expects at least 4, and it has been seen to hold on this kind of processor.'
			],
			[
				'reproduced',
				exactly(1),
				'“Four bytes” takes nothing, “One word” nothing by “Bytes allocated”; the claim expects at most 1.1.'
			],
			[
				'reproduced',
				undefined,
				'“Four bytes” takes 2.08 KiB, “One word” 1 bytes (-2 bytes to 3 bytes) by “Bytes allocated”; the claim expects at least 4.'
			],
			[
				'too-noisy',
				undefined,
				'“Four bytes” takes 1 bytes (-1 bytes to 2 bytes), “One word” 1 bytes (-2 bytes to 3 bytes) by “Bytes allocated”: too near to nothing for a ratio.'
			]
		]);
	});
});
