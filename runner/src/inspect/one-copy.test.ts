import { expect, test } from 'vitest';
import { oneCopyOf } from './one-copy.ts';

test('one of four copies has a quarter of the work and of the passes', () => {
	const all = { share: 0.96, sourceIterations: 8, copies: 4 };
	expect(oneCopyOf(all)).toEqual({ share: 0.24, sourceIterations: 32 });
});

test('a copy with more passes than the others has its own part', () => {
	const all = { share: 0.96, sourceIterations: 1 / 60, copies: 2, part: 0.55 };
	expect(oneCopyOf(all)).toEqual({ share: 0.96 * 0.55, sourceIterations: 1 / 60 / 0.55 });
});

test('a loop without copies keeps its figures', () => {
	expect(oneCopyOf({ share: 0.5, sourceIterations: 1 })).toEqual({
		share: 0.5,
		sourceIterations: 1
	});
});
