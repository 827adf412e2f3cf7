import { expect, test } from 'vitest';
import { hashOf, isKnown } from './hash.ts';

test('a token is known by its hash', () => {
	const hashes = [hashOf('one'), hashOf('two')];
	expect(['one', 'two', 'three', ''].map((token) => isKnown(token, hashes))).toEqual([
		true,
		true,
		false,
		false
	]);
	expect(isKnown('one', [])).toBe(false);
});
