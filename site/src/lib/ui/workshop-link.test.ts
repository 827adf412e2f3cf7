import { expect, test } from 'vitest';
import { inWorkshop } from './workshop-link.ts';

test('who is in a workshop stays in it by whatever link', () => {
	const here = new URL('https://x/exercises/a?language=c&workshop=AB%2012');
	expect(inWorkshop('/exercises/b', here)).toBe('/exercises/b?workshop=AB%2012');
	expect(inWorkshop('/exercises/b?first=1', here)).toBe('/exercises/b?first=1&workshop=AB%2012');
});

test('nobody else gets a word more', () => {
	expect(inWorkshop('/exercises/b', new URL('https://x/exercises/a'))).toBe('/exercises/b');
});
