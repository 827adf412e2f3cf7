import { VoteRequest } from '@cyclelab/site/shared/workshop-participant.ts';
import type { WorkshopExercise } from '@cyclelab/site/shared/workshop-schema.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { opinionOf, reconsidered } from './opinion.ts';

const question: WorkshopExercise['question'] = {
	text: 'How much?',
	measure: 'time',
	low: 1,
	high: 10,
	of: { variant: 'narrow', parameters: {} },
	to: { variant: 'wide', parameters: {} },
	answers: [],
	misconceptions: [{ from: 2, to: 3, idea: 'x'.repeat(300), why: 'No.' }]
};

test('every opinion is a vote that the site takes', () => {
	const random = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), {
		minLength: 12,
		maxLength: 12
	});
	fc.assert(
		fc.property(random, (numbers) => {
			const next = () => numbers.shift() ?? 0.5;
			const first = opinionOf(question, next);
			for (const one of [first, reconsidered(first, question, next)])
				expect(VoteRequest.safeParse({ exercise: 'one', ...one }).success).toBe(true);
		})
	);
});

test('a misled participant predicts within the range of the misconception, and says what it is', () => {
	const { ratio, why } = opinionOf(question, () => 0.1);
	expect(ratio).toBeGreaterThanOrEqual(2);
	expect(ratio).toBeLessThanOrEqual(3);
	expect(why).toMatch(/^I think x/);
});
