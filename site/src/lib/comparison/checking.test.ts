/** Numbers that are there before the observer has confirmed the changed code: how rows and heading mark them. */
import { expect, test } from 'vitest';
import { factsOf, pointOf, reportOf, variantReport } from '../../../fixtures/examples.ts';
import { headingOf } from './heading.ts';
import { provisionalOf, rowsOf } from './rows.ts';

const facts = factsOf('Two sums', { plain: 'Plain', mine: 'Mine' });
const point = pointOf(3);
const plain = variantReport('plain', { points: [point] });
const mine = variantReport('mine', { points: [point], edited: true });
const { finishedAt = '', ...running } = reportOf([plain, mine]);
const marks = (report: Parameters<typeof rowsOf>[1]) =>
	rowsOf(facts, report).map((row) => provisionalOf(row));
const checking =
	'The numbers are there and are being checked: another process observes a run that is timed.';

test('only changed code is being checked, from its last number to the answer', () => {
	expect(marks(running)).toEqual([undefined, 'being checked']);
	expect(headingOf(facts, running)).toBe(checking);
	const soFar = {
		...running,
		variants: [plain, { ...mine, points: [{ ...point, ongoing: true as const }] }]
	};
	expect(marks(soFar)).toEqual([undefined, 'so far']);
	expect(headingOf(facts, soFar)).toBe('The numbers arrive.');
	const none = { ...running, variants: [plain, { ...mine, points: [] }] };
	expect(headingOf(facts, none)).toBe('The numbers arrive.');
});

test('an answer or the end of the run removes the mark', () => {
	const answered = { ...running, variants: [plain, { ...mine, audit: 'It agrees.' }] };
	expect(marks(answered)).toEqual([undefined, undefined]);
	expect(headingOf(facts, answered)).toBe('The numbers arrive.');
	expect(marks({ ...running, finishedAt })).toEqual([undefined, undefined]);
});
