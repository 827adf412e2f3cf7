import { expect, test } from 'vitest';
import { newNonce, settled } from './kept-pages.ts';

const page = (nonce: string, words = 'a story') =>
	`<script nonce="${nonce}">1</script><p>${words}</p><script nonce="${nonce}">2</script>`;

test('equal pages have the same validator, whatever nonce it came with, and any other nonce fits in', () => {
	const one = settled(page('first'), 'first');
	const other = settled(page('second'), 'second');
	expect(one.etag).toMatch(/^W\/"[\w-]{22}"$/);
	expect(other.etag).toBe(one.etag);
	expect([one.htmlWith('third'), other.htmlWith('third')]).toEqual([page('third'), page('third')]);
});

test('any other page has another validator', () => {
	const one = settled(page('first'), 'first');
	expect(settled(page('first', 'another'), 'first').etag).not.toBe(one.etag);
	expect(settled(page('first', '<script nonce="x">3</script>'), 'first').etag).not.toBe(one.etag);
});

test('nonces are random', () => {
	const nonces = Array.from({ length: 100 }, newNonce);
	expect(new Set(nonces).size).toBe(100);
	for (const nonce of nonces) expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
});
