import { expect, test } from 'vitest';
import {
	exactly,
	factsOf,
	measuredAt,
	pointOf,
	reportOf,
	variantReport
} from '../fixtures/examples.ts';
import { answer, questionKey } from './question.ts';

test('the answer is the ratio of what the question asks for: time, a meter or instructions', () => {
	const facts = factsOf(
		'Copies',
		{ raw: 'Raw', copied: 'Copied' },
		{ meters: [{ id: 'heap', label: 'Heap', unit: 'bytes' }] }
	);
	const variant = (id: string, cycles: number, heap: number, instructionsPerIteration: number) =>
		variantReport(id, {
			instructionsPerIteration,
			points: [pointOf(cycles, {}, { meters: { heap: exactly(heap) } })]
		});
	const report = reportOf([variant('raw', 2, 0, 4), variant('copied', 6, 8, 900)]);
	const medianOf = (measure: string) =>
		answer({ ...facts, question: { ...facts.question, measure } }, report)?.median;
	expect(medianOf('time')).toBeCloseTo(3);
	expect(medianOf('instructions')).toBeCloseTo(225);
	// Eight bytes are not any number of times nothing.
	expect(medianOf('heap')).toBeUndefined();
	expect(answer(facts, undefined)).toBeUndefined();
});

test('a place that is still measured answers nothing', () => {
	const facts = factsOf('Copies', { raw: 'Raw', copied: 'Copied' });
	const place = (id: string, cycles: number, soFar: { ongoing?: true } = {}) =>
		variantReport(id, {
			points: [{ parameters: {}, documented: [], measured: measuredAt(cycles), ...soFar }]
		});
	const open = reportOf([place('raw', 2), place('copied', 6, { ongoing: true })]);
	expect(answer(facts, open)).toBeUndefined();
	expect(answer(facts, reportOf([place('raw', 2), place('copied', 6)]))?.median).toBeCloseTo(3);
});

test('languages without a question of their own share one', () => {
	const facts = factsOf('Copies', { raw: 'Raw', copied: 'Copied' });
	const two = { ...facts, questionIn: { cs: facts.question } };
	expect([questionKey(two, 'cs'), questionKey(two, 'c'), questionKey(two, 'go')]).toEqual([
		'cs',
		'any',
		'any'
	]);
});
