import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactly, factsOf, measuredAt, reportOf, variantReport } from './examples.ts';
import { answer, guessSteps, nearness, ratioAt, stepOf } from './guess.ts';

test('the slider runs from the lowest to the highest ratio, on a log scale', () => {
	expect([
		ratioAt(0, 0.1, 10),
		ratioAt(guessSteps / 2, 0.1, 10),
		ratioAt(guessSteps, 0.1, 10)
	]).toEqual([0.1, 1, 10]);
});

test('every position of the slider is found again from its ratio', () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: guessSteps }), (step) => {
			expect(stepOf(ratioAt(step, 0.5, 300), 0.5, 300)).toBe(step);
		})
	);
});

test('a guess is judged by its distance in ratio', () => {
	const measured = { median: 6.1, low: 6.0, high: 6.2 };
	expect([6.05, 5, 7.6, 3, 20].map((guess) => nearness(guess, measured))).toEqual([
		'inside',
		'near',
		'near',
		'low',
		'high'
	]);
});

test('the answer is the ratio of what the question asks for: time, a meter or instructions', () => {
	const facts = factsOf(
		'Copies',
		[
			{ id: 'raw', label: 'Raw' },
			{ id: 'copied', label: 'Copied' }
		],
		{ meters: [{ id: 'heap', label: 'Heap', unit: 'bytes' }] }
	);
	const variant = (id: string, cycles: number, heap: number, instructionsPerIteration: number) =>
		variantReport(id, {
			instructionsPerIteration,
			points: [
				{
					parameters: {},
					documented: [],
					measured: measuredAt(cycles, { meters: { heap: exactly(heap) } })
				}
			]
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
