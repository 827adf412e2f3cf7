import { expect, test } from 'vitest';
import { likeAtLeast, likeBlocks } from './like.ts';

const one = (measured: number, answer: number | { refused: string }) => ({
	category: 'loads' as const,
	cycles: { median: measured, low: measured, high: measured },
	answers: { model: answer }
});

test('9 of 10 like blocks lie in the interval; a refusal and a prediction of nothing do not count', () => {
	// 101 ratios, 0.50 to 1.50: the 5th percentile is 0.55, the 95th 1.45.
	const ratios = Array.from({ length: 101 }, (_, i) => one(2 * (0.5 + i / 100), 2));
	const others = [one(3, { refused: 'It cannot.' }), one(3, 0)];
	expect(likeBlocks([...ratios, ...others], 'model')).toEqual([
		{
			category: 'loads',
			blocks: 101,
			low: expect.closeTo(0.55, 10),
			high: expect.closeTo(1.45, 10)
		}
	]);
});

test('too few blocks give no interval', () => {
	const few = Array.from({ length: likeAtLeast - 1 }, () => one(1, 1));
	expect(likeBlocks(few, 'model')).toEqual([]);
});
