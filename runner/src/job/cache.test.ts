import { expect, test } from 'vitest';
import { contentKey, createCache } from './cache.ts';

test('what was used last stays, what was not goes first', () => {
	const cache = createCache<number>(2);
	cache.set('a', 1);
	cache.set('b', 2);
	cache.get('a');
	cache.set('c', 3);
	expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});

test('keys depend on content, not on identity', () => {
	expect(contentKey({ source: 'x', flags: ['-O2'] })).toBe(
		contentKey({ source: 'x', flags: ['-O2'] })
	);
	expect(contentKey({ source: 'x', flags: ['-O2'] })).not.toBe(
		contentKey({ source: 'x', flags: ['-O3'] })
	);
});
