import { expect, test } from 'vitest';
import { defined } from './defined.ts';

test('members that are undefined are left out; null, 0 and the empty text stay', () => {
	const members = { a: undefined, b: null, c: 0, d: '' };
	expect(Object.entries(defined(members))).toEqual([
		['b', null],
		['c', 0],
		['d', '']
	]);
	expect(Object.keys(members)).toEqual(['a', 'b', 'c', 'd']);
});
