import { expect, test } from 'vitest';
import { Challenge } from '@cyclelab/exercises/schema';
import { forwarding } from '@cyclelab/contract/fixtures/examples';
import type { ChallengeResult, ClaimResult } from '@cyclelab/contract/schema/verdicts';
import { undecidedIn } from './undecided.ts';

const [claim] = forwarding.claims;
if (!claim) throw new Error('an exercise without a claim');
const result = (more: Partial<ClaimResult>): ClaimResult => ({
	id: claim.id,
	statement: 'It waits.',
	measure: 'time',
	sentence: 'It does.',
	expected: { atLeast: 2 },
	verdict: 'too-noisy',
	...more
});
const both = [claim.of, claim.to];

test('a claim is worth measuring again if its interval reaches across a bound, or a place has none', () => {
	const judged = (more: Partial<ClaimResult>) =>
		undecidedIn(forwarding, { claims: [result(more)] });
	expect(judged({ observed: { median: 2.1, low: 1.9, high: 2.3 } })).toEqual(both);
	expect(judged({})).toEqual(both);
	expect(judged({ observed: { median: 2.1, low: 2.05, high: 2.15 } })).toEqual([]);
	expect(judged({ verdict: 'reproduced' })).toEqual([]);
	expect(judged({ measure: 'instructions' })).toEqual([]);
});

test('so is a goal by a ratio', () => {
	const challenge = Challenge.parse({
		text: 'Make it fast.',
		start: { variant: 'bytes' },
		goals: [
			{ kind: 'result', checksum: '1' },
			{ kind: 'ratio', to: { variant: 'word' }, atMost: 1.1 }
		],
		hints: ['One.', 'Two.'],
		why: 'One store holds all.'
	});
	const met = (ratio: ChallengeResult['goals'][number]['met']): ChallengeResult => ({
		verdict: 'too-noisy',
		goals: [
			{ met: 'yes', sentence: 'There is.' },
			{ met: ratio, sentence: 'It is.' }
		]
	});
	const facts = { ...forwarding, challenge };
	expect(undecidedIn(facts, { claims: [], challenge: met('too-noisy') })).toEqual([
		challenge.start,
		{ variant: 'word', parameters: {} }
	]);
	expect(undecidedIn(facts, { claims: [], challenge: met('no') })).toEqual([]);
});
