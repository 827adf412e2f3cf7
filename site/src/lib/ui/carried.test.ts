import { expect, test } from 'vitest';
import { carried } from './carried.ts';

test('who is in a workshop stays in it by whatever link', () => {
	const here = new URL('https://x/exercises/a?language=c&workshop=AB%2012');
	expect(carried('/exercises/b', here)).toBe('/exercises/b?workshop=AB%2012');
	expect(carried('/exercises/b?first=1', here)).toBe('/exercises/b?first=1&workshop=AB%2012');
});

test('nobody else gets a word more', () => {
	expect(carried('/exercises/b', new URL('https://x/exercises/a'))).toBe('/exercises/b');
});
