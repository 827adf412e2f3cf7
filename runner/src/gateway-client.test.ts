import { expect, test } from 'vitest';
import { createReconnection } from './gateway-client.ts';

test('one address is tried again and again, with growing pauses', () => {
	const attempts = createReconnection(['a']);
	const pauses = Array.from({ length: 7 }, () => attempts.next('lost'));
	expect(pauses).toEqual([250, 500, 1000, 2000, 2000, 2000, 2000]);
	attempts.reached();
	expect([attempts.next('lost'), attempts.address()]).toEqual([250, 'a']);
});

test('several addresses are tried in turn, and pauses grow once a round', () => {
	const attempts = createReconnection(['a', 'b', 'c']);
	const tried = Array.from({ length: 7 }, () => [attempts.address(), attempts.next('lost')]);
	expect(tried).toEqual([
		['a', 250] as const,
		['b', 250] as const,
		['c', 250] as const,
		['a', 500] as const,
		['b', 500] as const,
		['c', 500] as const,
		['a', 1000]
	]);
});

test('a runner that is not wanted takes its time', () => {
	const attempts = createReconnection(['a', 'b']);
	expect([attempts.next('refused'), attempts.next('replaced')]).toEqual([5000, 10_000]);
});
