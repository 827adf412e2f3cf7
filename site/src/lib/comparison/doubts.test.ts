import { expect, test } from 'vitest';
import { factsOf, reportOf, variantReport } from '../../../fixtures/examples.ts';
import { doubtsOf } from './doubts.ts';
import { rowsOf } from './rows.ts';

test('a variant whose work depends on the data has a badge that says how much', () => {
	const facts = factsOf('T', { a: 'Sorted', b: 'Unsorted' });
	const report = reportOf([
		variantReport('a', { instructionsPerIteration: 2 }),
		variantReport('b', { instructionsPerIteration: 2, dataWork: { counted: 2, other: 2.5 } })
	]);
	expect(doubtsOf(facts, rowsOf(facts, report))).toEqual([
		{
			text: 'Unsorted: its work depends on the data',
			sentence:
				'Its work depends on the data: 2.00 instructions an iteration for the data that was counted, 2.50 for other data.',
			outside: false,
			term: 'executed'
		}
	]);
});
