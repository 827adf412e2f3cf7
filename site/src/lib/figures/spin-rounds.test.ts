import { expect, test } from 'vitest';
import { roundsOf, seenAt } from './spin-rounds.ts';

test('each round is three times as long as the one before, and shorter than the limit', () => {
	expect(roundsOf(50, 3, 40_000).map(({ end }) => end)).toEqual([
		50, 200, 650, 2000, 6050, 18_200, 54_650
	]);
	expect(roundsOf(50, 3, 450)).toEqual([
		{ start: 0, end: 50 },
		{ start: 50, end: 200 }
	]);
	expect(roundsOf(50, 3, 50)).toEqual([]);
	expect(roundsOf(50, 1, 60)).toEqual([{ start: 0, end: 50 }]);
});

test('a thread sees at the end of a round that the lock is free', () => {
	const rounds = roundsOf(50, 3, 40_000);
	expect([0, 50, 51, 20_000, 54_650].map((at) => seenAt(rounds, at))).toEqual([
		50, 50, 200, 54_650, 54_650
	]);
	expect(seenAt(rounds, 54_651)).toBeUndefined();
});
