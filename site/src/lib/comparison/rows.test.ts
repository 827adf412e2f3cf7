import { expect, test } from 'vitest';
import { factsOf, reportOf, variantReport } from '../../../fixtures/examples.ts';
import { countText, rowsOf } from './rows.ts';

test('the count of a row names what is executed in code that is not shown', () => {
	const facts = factsOf('Sum', [
		{ id: 'own', label: 'Own loop' },
		{ id: 'library', label: "The library's" },
		{ id: 'other', label: 'Not counted' }
	]);
	const at = (share: number, each: number) => ({
		from: '0x1000',
		to: '0x2000',
		share,
		instructionsPerIteration: each
	});
	const report = reportOf([
		variantReport('own', { instructionsPerIteration: 7 }),
		variantReport('library', {
			instructionsPerIteration: 7.5,
			unshown: [at(0.6, 30), at(0.25, 12.5)]
		}),
		variantReport('other')
	]);
	expect(rowsOf(facts, report).map(countText)).toEqual(['7', '7.5 + 42.5 not shown', undefined]);
});
