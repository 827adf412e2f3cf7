import { expect, test } from 'vitest';
import { forwardingOf } from './store-buffer.ts';

const bytes = (from: number, to = from) => ({ from, to });

test('a load is served by the youngest store of its bytes, if that holds them all', () => {
	const four = [0, 1, 2, 3].map((byte) => bytes(byte));
	expect(forwardingOf([bytes(0, 3)], bytes(0, 3))).toEqual({ held: [4], needed: 4, from: 0 });
	expect(forwardingOf(four, bytes(0, 3))).toEqual({
		held: [1, 1, 1, 1],
		needed: 4,
		from: undefined
	});
	expect(forwardingOf([bytes(0, 7)], bytes(4, 7)).from).toBe(0);
	expect(forwardingOf([bytes(0, 3), bytes(4, 7)], bytes(0, 7)).from).toBeUndefined();
	// A wide store over narrow ones serves it; a narrow store after the wide one spoils it.
	expect(forwardingOf([...four, bytes(0, 3)], bytes(0, 3)).from).toBe(4);
	expect(forwardingOf([bytes(0, 3), bytes(2)], bytes(0, 3)).from).toBeUndefined();
	expect(forwardingOf([bytes(0, 3), bytes(4, 7)], bytes(0, 3)).from).toBe(0);
});
