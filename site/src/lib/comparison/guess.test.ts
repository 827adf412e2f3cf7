import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guessSteps, nearness, ratioAt, stepOf } from './guess.ts';

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
