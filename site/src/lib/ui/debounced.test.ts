import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Debounced } from './debounced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('of several changes in quick succession the last one counts, soon after it', () => {
	const done: string[] = [];
	const typing = new Debounced();
	vi.advanceTimersByTime(10_000);
	for (const text of ['a', 'ab', 'abc']) {
		typing.after(() => done.push(text));
		vi.advanceTimersByTime(50);
	}
	expect(done).toEqual([]);
	vi.advanceTimersByTime(100);
	expect(done).toEqual(['abc']);
});

test('who types on does not ask with every key, and is looked at when they pause', () => {
	const done: number[] = [];
	const typing = new Debounced();
	vi.advanceTimersByTime(10_000);
	for (let key = 0; key < 300; key++) {
		typing.after(() => done.push(key));
		vi.advanceTimersByTime(200);
	}
	vi.advanceTimersByTime(1000);
	// A minute of steady typing.
	expect(done.length).toBeLessThan(40);
	expect(done.at(-1)).toBe(299);
});
