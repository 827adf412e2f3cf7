import { expect, test } from 'vitest';
import { bearerOf, hashOf, isKnown } from './tokens.ts';

test('a token is read from the header in its one form only', () => {
	const headers = ['Bearer abc', 'bearer abc', 'Bearer a b', 'Basic abc', 'Bearer ', undefined];
	expect(headers.map(bearerOf)).toEqual([
		'abc',
		undefined,
		undefined,
		undefined,
		undefined,
		undefined
	]);
	expect(bearerOf(`Bearer ${'x'.repeat(513)}`)).toBeUndefined();
});

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
