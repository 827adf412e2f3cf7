import { expect, test } from 'vitest';
import { factsOf, pointOf, reportOf, variantReport } from '../../../fixtures/examples.ts';
import { pairsOf, asBoth, besideAtFirst, factsOfBoth } from './pairs.ts';

const facts = factsOf('Stores', { word: 'One word', bytes: 'Four bytes', wide: 'Wide' });
const place = (id: string, cycles: number) =>
	variantReport(id, {
		instructionsPerIteration: cycles + 1,
		points: [pointOf(cycles)]
	});

test('two variants of a report are one row, with the ratio of the second to the first', () => {
	const report = reportOf([place('word', 2), place('bytes', 6), place('wide', 9)]);
	const pairs = pairsOf({ report: asBoth(report, 'word') }, { report: asBoth(report, 'bytes') });
	expect(
		pairs.map(({ variant, first, second }) => [variant, first.instructions, second.instructions])
	).toEqual([['both', 3, 7]]);
	expect(pairs[0]?.ratio?.median).toBeCloseTo(3);
	expect(factsOfBoth(facts, 'Either').variants.map(({ id, label }) => [id, label])).toEqual([
		['both', 'Either']
	]);
});

test('the baseline stands beside a variant, and the question beside the baseline', () => {
	const asked = {
		...facts,
		question: { ...facts.question, of: { variant: 'wide', parameters: {} } }
	};
	expect(['word', 'bytes', 'wide'].map((id) => besideAtFirst(asked, id))).toEqual([
		'wide',
		'word',
		'word'
	]);
	expect(besideAtFirst({ ...facts, variants: facts.variants.slice(0, 1) }, 'word')).toBeUndefined();
});
