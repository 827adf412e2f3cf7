import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longestNameInSentence, shortenMiddle, shortName } from './shorten.ts';

test('a short text stays, a long one keeps its beginning and its end', () => {
	expect(shortenMiddle('abcdef', 6)).toBe('abcdef');
	expect(shortenMiddle('abcdefghijkl', 6)).toBe('abc…kl');
	expect(shortName(`turn<${'Both<Names<'.repeat(400)}>>(unsigned long)`)).toHaveLength(
		longestNameInSentence
	);
});

test('no text is longer than asked for, and no character is cut in two', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 3, max: 40 }), (text, most) => {
			const short = shortenMiddle(text, most);
			expect(short.length).toBeLessThanOrEqual(Math.max(most, 3));
			expect(short.isWellFormed()).toBe(true);
		})
	);
});
