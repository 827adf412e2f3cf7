import { expect, test } from 'vitest';
import type { ClaimResult } from '@cyclelab/contract/schema/verdicts';
import { claimKind } from './claim-kind.ts';
import { factsOf } from '../../../fixtures/examples.ts';

const place = { variant: 'a', parameters: {} };
const facts = factsOf(
	'F',
	{ a: 'A', b: 'B' },
	{
		meters: [{ id: 'heap', label: 'Bytes from the heap', unit: 'bytes' }],
		codeClaims: [
			{
				id: 'moves',
				statement: 'S.',
				of: place,
				code: { has: 'mov', times: 900, where: 'all' },
				target: 'x86-64'
			}
		],
		pairClaims: [
			{ id: 'apart', statement: 'S.', of: place, to: place, apart: 0.1, seenOn: [], absentOn: [] }
		]
	}
);
const claim = (id: string, measure: string): ClaimResult => ({
	id,
	statement: 'S.',
	measure,
	expected: {},
	verdict: 'reproduced',
	sentence: 'S.'
});

test('a claim that is not about time names its subject', () => {
	expect(
		[
			claim('slow', 'time'),
			claim('few', 'instructions'),
			claim('lean', 'heap'),
			claim('moves', 'code'),
			claim('apart', 'pairs')
		].map((claim) => claimKind(facts, claim))
	).toEqual([
		{ of: undefined, isShare: false },
		{ of: 'executed instructions', isShare: false },
		{ of: 'Bytes from the heap', isShare: false },
		{ of: 'machine code', isShare: false },
		{ of: 'pairs of single samples', isShare: true }
	]);
});
