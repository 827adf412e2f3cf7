import { expect, test } from 'vitest';
import { bearerOf } from './tokens.ts';

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
