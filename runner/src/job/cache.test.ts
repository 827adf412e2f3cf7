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

test('few that are heavy stay, and none that is heavier than all may be', () => {
	const cache = createCache<string>(5, (text) => text.length);
	for (const text of ['aa', 'bb', 'ccc']) cache.set(text, text);
	expect(['aa', 'bb', 'ccc'].map(cache.get)).toEqual([undefined, 'bb', 'ccc']);
	cache.set('bb', 'b');
	cache.set('d', 'd');
	expect(['bb', 'ccc', 'd'].map(cache.get)).toEqual(['b', 'ccc', 'd']);
	cache.set('e', 'eeeeee');
	expect(['bb', 'ccc', 'd', 'e'].map(cache.get)).toEqual(Array(4).fill(undefined));
});

test('a value can be found by what it is, and dropped', () => {
	const cache = createCache<string>(5, (text) => text.length);
	cache.set('a', 'old');
	cache.set('a', 'new');
	expect([cache.find((text) => text === 'old'), cache.find((text) => text === 'new')]).toEqual([
		undefined,
		'new'
	]);
	cache.drop('a');
	expect([cache.get('a'), cache.find(() => true)]).toEqual([undefined, undefined]);
	cache.set('b', 'whole');
	expect(cache.get('b')).toBe('whole');
});

test('keys depend on content, not on identity', () => {
	expect(contentKey({ source: 'x', flags: ['-O2'] })).toBe(
		contentKey({ source: 'x', flags: ['-O2'] })
	);
	expect(contentKey({ source: 'x', flags: ['-O2'] })).not.toBe(
		contentKey({ source: 'x', flags: ['-O3'] })
	);
});
