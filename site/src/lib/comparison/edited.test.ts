import { expect, test } from 'vitest';
import { editedIn, sourceFragment } from './edited.ts';
import { factsOf, reportOf, variantReport } from '../../../fixtures/examples.ts';

const facts = factsOf('T', { a: 'Plain', b: 'Other' });

test('edited variants are listed with their source as it ran, in the order of the report', () => {
	const report = reportOf([
		variantReport('a', { source: 'given' }),
		variantReport('b', { source: 'mine', edited: true }),
		variantReport('of-another-day', { source: 'older', edited: true })
	]);
	expect(editedIn(facts, report)).toEqual([
		{ id: 'b', label: 'Other', source: 'mine' },
		{ id: 'of-another-day', label: 'of-another-day', source: 'older' }
	]);
	expect(editedIn(facts, undefined)).toEqual([]);
});

test('a row of either side leads to the source that both sides run', () => {
	expect([sourceFragment('b'), sourceFragment('1/b')]).toEqual(['#source-of-b', '#source-of-b']);
});
