import { expect, test } from 'vitest';
import { seeded } from '@cyclelab/contract/measure/seeded';
import { tage } from './branches.ts';

/** The part of a random sequence's outcomes that are mispredicted when it comes round for the last time; a loop's branch lies between two of them. */
function wrongOf(length: number, entries: number, rounds: number): number {
	const random = seeded(5);
	const outcomes = Array.from({ length }, () => random() < 0.5);
	const predictor = tage(entries);
	let wrong = 0;
	for (let round = 1; round <= rounds; round++)
		for (const outcome of outcomes) {
			const isWrong = predictor(0x1000, outcome);
			if (isWrong && round === rounds) wrong++;
			predictor(0x1010, true);
		}
	return wrong / length;
}

test('a random sequence that comes again is learnt, as long as the table of the longest history has room', () => {
	expect(wrongOf(60, 2048, 40)).toBe(0);
	expect(wrongOf(1000, 2048, 20)).toBeLessThan(0.01);
	expect(wrongOf(16_000, 2048, 8)).toBeGreaterThan(0.45);
	expect(wrongOf(16_000, 2 ** 15, 8)).toBeLessThan(0.02);
});
