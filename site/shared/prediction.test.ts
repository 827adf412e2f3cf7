import { expect, test } from 'vitest';
import { misconceptionOf } from './prediction.ts';

test('a prediction meets the misconception whose range it lies in, unless the measurement lies there too', () => {
	const idea = (from: number, to: number) => ({
		from,
		to,
		idea: 'the earth is flat',
		why: 'It is round. Ships show it.'
	});
	const question = { misconceptions: [idea(0.8, 1.3), idea(8, 20)] };
	const measured = { median: 3, low: 2.9, high: 3.1 };
	expect(
		[0.79, 0.8, 1.3, 1.31, 3, 20.4, 21].map(
			(guess) => misconceptionOf(question, guess, measured)?.from
		)
	).toEqual([undefined, 0.8, 0.8, 0.8, undefined, 8, undefined]);
	// Here the idea holds: the interval reaches into its range.
	expect(misconceptionOf(question, 1, { median: 1.4, low: 1.25, high: 1.5 })).toBeUndefined();
	expect(misconceptionOf(question, 1, { median: 0.7, low: 0.6, high: 0.79 })?.from).toBe(0.8);
});
