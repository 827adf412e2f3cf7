import { expect, test } from 'vitest';
import { forwarding } from '@cyclelab/contract/fixtures/examples';
import { cameOut, expectedOf, observedText, verdictsText } from './expectation.ts';

const verdicts = (...all: ('reproduced' | 'not-here' | 'too-noisy')[]) =>
	all.map((verdict) => ({ verdict }));

test('a claim is expected to hold on processors where it held, and not to hold where it did not', () => {
	const [claim] = forwarding.claims;
	if (!claim) throw new Error('no claim');
	const on = (change: object, cpu = 'znver5') =>
		expectedOf({ ...forwarding, claims: [{ ...claim, ...change }] }, claim.id, cpu);
	expect([
		on({}),
		on({}, 'znver4'),
		on({ seenOn: [], absentOn: ['znver4'] }, 'znver4'),
		on({ seenOn: [], measure: 'instructions' }, 'znver4')
	]).toEqual(['reproduced', 'open', 'not-here', 'reproduced']);
	const code = {
		id: 'code',
		statement: 'C.',
		of: claim.of,
		target: 'x86-64' as const,
		code: { has: '^mov', times: 1, where: 'loop' as const }
	};
	expect(expectedOf({ ...forwarding, codeClaims: [code] }, 'code', 'any')).toBe('reproduced');
});

test('a claim has its expected outcome if four of five runs have it', () => {
	const four = verdicts('reproduced', 'reproduced', 'too-noisy', 'reproduced', 'reproduced');
	expect(cameOut('reproduced', four, 5)).toBe(true);
	expect(cameOut('reproduced', four.slice(1), 5)).toBe(false);
	expect(cameOut('not-here', four, 5)).toBe(false);
	expect(cameOut('open', four, 5)).toBeUndefined();
	expect(verdictsText(four)).toBe('4x reproduced, 1x too-noisy');
});

test('the observed value is the median of the runs, with the lowest and the highest', () => {
	const runs = (measure: string, ...all: number[]) =>
		all.map((one) => ({ measure, observed: { median: one, low: one, high: one } }));
	expect(observedText(runs('time', 6.4, 6.31, 6.52))).toBe('6.4 (6.3 to 6.5)');
	expect(observedText(runs('instructions', 2, 2, 2))).toBe('2.0');
	expect(observedText(runs('pairs', 0.12, 0.2))).toBe('16 % (12 % to 20 %)');
	expect(observedText([{ measure: 'code' }])).toBe('');
});
