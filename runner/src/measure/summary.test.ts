import { describe, expect, it } from 'vitest';
import { caches, forwarding, measured, point, report } from '@cyclelab/contract/fixtures/examples';
import type { Facts } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/contract/schema/report';
import { judgeClaims } from './claims.ts';
import { explain } from '@cyclelab/contract/measure/explain';
import { findKnees } from './knees.ts';
import { summarise } from '@cyclelab/contract/measure/summary';

const summary = (facts: Facts, run: Report) =>
	summarise(facts, {
		...run,
		claims: judgeClaims(facts, run),
		knees: findKnees(facts, run.variants, run.runner.host.caches)
	});
const run = (bytes: number, half = 0.002) =>
	report({ word: [point(measured(3.06, half))], bytes: [point(measured(bytes, half))] });

describe('the sentence over a report', () => {
	it('reports a reproduced claim with the cost and the ratio', () => {
		expect(summary(forwarding, run(19.3))).toBe(
			'Reproduced: “Four bytes” takes 19.3 cycles here, 6.3 times as long as “One word”.'
		);
	});

	it('reports when only some claims hold', () => {
		const [claim] = forwarding.claims;
		if (!claim) throw new Error('no claim');
		const facts = { ...forwarding, claims: [claim, { ...claim, id: 'more', atLeast: 50 }] };
		expect(summary(facts, run(19.3))).toBe(
			'Reproduced in part, 1 of 2 claims: “Four bytes” takes 19.3 cycles here, 6.3 times as long as “One word”.'
		);
	});

	it('counts a claim about other processors apart, which takes nothing from what holds', () => {
		const [claim] = forwarding.claims;
		if (!claim) throw new Error('no claim');
		const claims = [claim, { ...claim, id: 'elsewhere', atLeast: 50, seenOn: [] }];
		expect(summary({ ...forwarding, claims }, run(19.3))).toBe(
			'Reproduced, 1 of 2 claims not on this processor: “Four bytes” takes 19.3 cycles here, 6.3 times as long as “One word”.'
		);
	});

	it('is about the claim that answers the question, also one that asks the other way round', () => {
		const [claim] = forwarding.claims;
		if (!claim) throw new Error('no claim');
		const first = { ...claim, id: 'first', to: claim.of, of: claim.of, atLeast: 0.9 };
		const asked = { ...claim, of: claim.to, to: claim.of, atLeast: 0.1, atMost: 0.5 };
		expect(summary({ ...forwarding, claims: [first, asked] }, run(19.3))).toMatch(
			/: “One word” takes 3\.06 cycles here, 0\.16 times as long as “Four bytes”\.$/
		);
	});

	it('names several speeds, and the ratio by its ends alone', () => {
		const modes = [19.3, 15.1].map((centre) => ({ centre, share: 0.5 }));
		const several = report({
			word: [point(measured(3.06, 0.002))],
			bytes: [point({ ...measured(17, 0.002), modes })]
		});
		expect(summary(forwarding, several)).toBe(
			'Reproduced: “Four bytes” takes 19.3 or 15.1 cycles here, between 4.9 and 6.3 times as long as “One word”.'
		);
	});

	it('names the processor where it does not hold', () => {
		const facts = {
			...forwarding,
			claims: forwarding.claims.map((claim) => ({ ...claim, seenOn: [] }))
		};
		expect(summary(facts, run(3.1))).toBe(
			'Not so on AMD Zen 5: “Four bytes” takes 3.10 cycles here, 1.01 times as long as “One word”.'
		);
		expect(summary(forwarding, run(3.1))).toBe(
			'Contradicted: “Four bytes” takes 3.10 cycles here, 1.01 times as long as “One word”.'
		);
	});

	it('names a compiler other than the one of the claims', () => {
		const other = run(3.1);
		const toolchain = { ...other.toolchain, compiler: 'gcc-14' as const };
		expect(summary(forwarding, { ...other, toolchain })).toBe(
			'Not so with gcc-14 here: “Four bytes” takes 3.10 cycles here, 1.01 times as long as “One word”.'
		);
	});

	it("mentions the learner's change where the claim is missed", () => {
		const missed = run(3.1);
		const variants = missed.variants.map((variant) => ({
			...variant,
			edited: variant.id === 'bytes'
		}));
		expect(summary(forwarding, { ...missed, variants })).toBe(
			'With your change: “Four bytes” takes 3.10 cycles here, 1.01 times as long as “One word”.'
		);
	});

	it('gives no verdict from a wide interval', () => {
		expect(summary(forwarding, run(12.3, 0.05))).toBe(
			'No verdict: “Four bytes” takes 12.3 cycles here, but the interval of the ratio is too wide or too close to the claim.'
		);
	});

	it('names the steps of a sweep, in the unit of the exercise', () => {
		const sizes = [32768, 65536, 1048576, 4194304];
		const chase = [4, 14, 14, 400].map((cost, i) => point(measured(cost), sizes[i]));
		const sequential = [point(measured(4), 4194304)];
		expect(summary(caches, report({ chase, sequential }))).toBe(
			'Reproduced: “Random chase” at 4 MiB takes 100 ns here, 100 times as long as at 32 KiB, ' +
				'with steps after 32 KiB and 1 MiB.'
		);
		const grows = caches.sweep && {
			...caches,
			sweep: { ...caches.sweep, changesWork: true as const }
		};
		expect(summary(grows ?? caches, report({ chase, sequential }))).not.toContain('step');
	});

	it('names the failure of a variant or of the whole run', () => {
		const failure = explain({
			kind: 'timeout',
			stage: 'measure',
			variant: 'bytes',
			limitMs: 10000
		});
		const failed = report({
			word: [point(measured(3))],
			bytes: [{ parameters: {}, documented: [], failure }]
		});
		const expected = 'the program took longer than 10 seconds and was stopped.';
		expect(summary(forwarding, failed)).toBe(`No verdict for “Four bytes”: ${expected}`);
		expect(summary(forwarding, { ...run(3), failure })).toBe(`No verdict: ${expected}`);
	});

	it('names instructions and meters by their units', () => {
		const meters = [{ id: 'heap', label: 'Bytes allocated', unit: 'bytes' as const }];
		const by = (measure: string, heap: [number, number]) => {
			const facts = {
				...forwarding,
				meters,
				question: { ...forwarding.question, measure },
				claims: forwarding.claims.map((claim) => ({ ...claim, measure }))
			};
			const exactly = (value: number) => ({ median: value, low: value, high: value });
			const at = (value: number) => [point({ ...measured(3), meters: { heap: exactly(value) } })];
			const seen = report({ word: at(heap[1]), bytes: at(heap[0]) });
			const variants = seen.variants.map((variant) => ({
				...variant,
				instructionsPerIteration: variant.id === 'bytes' ? 12 : 3
			}));
			return summary(facts, { ...seen, variants });
		};
		expect([by('instructions', [0, 0]), by('heap', [2130, 78]), by('heap', [2130, 0])]).toEqual([
			'Reproduced: “Four bytes” executes 12.0 instructions here, 4.0 times as many as “One word”.',
			'Reproduced: “Four bytes” takes 2.08 KiB by “Bytes allocated” here, 27 times as much as “One word”.',
			'Reproduced: “Four bytes” takes 2.08 KiB, “One word” nothing by “Bytes allocated”; the claim expects at least 4.'
		]);
	});

	it('is about code where nothing else is claimed', () => {
		const codeClaims = [
			{
				id: 'stores',
				statement: 'It stores.',
				target: 'x86-64' as const,
				of: { variant: 'bytes', parameters: {} },
				code: { has: '^mov', times: 1, where: 'all' as const }
			}
		];
		const seen = report({ bytes: [point(measured(3))] });
		const functions = [
			{ symbol: 'kernel', address: '0x10', instructions: [{ address: '0x10', text: 'mov a, b' }] }
		];
		const variants = seen.variants.map((variant) => ({ ...variant, functions }));
		expect(summary({ ...forwarding, claims: [], codeClaims }, { ...seen, variants })).toBe(
			'Reproduced: Found in the code of “Four bytes”: mov a, b at 0x10.'
		);
	});

	it('is absent when nothing was to be measured', () => {
		expect(summary(forwarding, report({ word: [], bytes: [] }))).toBeUndefined();
	});
});
