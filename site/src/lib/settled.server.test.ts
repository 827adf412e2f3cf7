import { expect, test } from 'vitest';
import { settled } from './settled.server.ts';

const key = new Uint8Array(32).fill(7);
const page = (nonce: string, words = 'a story') =>
	`<script nonce="${nonce}">1</script><p>${words}</p><script nonce="${nonce}">2</script>`;

test('a page that says the same is the same, whatever nonce it came with', () => {
	const one = settled(page('first'), 'first', key);
	expect(settled(page('second'), 'second', key)).toEqual(one);
	expect(one.html).toBe(page(one.nonce));
	expect(one.nonce).toMatch(/^[\w-]{21}$/);
	expect(one.etag).toMatch(/^"[\w-]{21}"$/);
	expect(one.etag).not.toContain(one.nonce);
});

test('a page that says anything else has another nonce and another validator', () => {
	const one = settled(page('first'), 'first', key);
	const injected = settled(page('first', `<script nonce="${one.nonce}">3</script>`), 'first', key);
	expect(injected.nonce).not.toBe(one.nonce);
	expect(injected.etag).not.toBe(one.etag);
	expect(injected.html).toContain(`<script nonce="${one.nonce}">3`);
});

test('another process makes other nonces of the same page', () => {
	const other = new Uint8Array(32).fill(8);
	expect(settled(page('a'), 'a', other).nonce).not.toBe(settled(page('a'), 'a', key).nonce);
});
