import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Debounced } from './debounced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('of several changes in quick succession the last one counts, at once after it', () => {
	const done: string[] = [];
	const typing = new Debounced();
	for (const text of ['a', 'ab', 'abc']) {
		typing.after(() => done.push(text));
		vi.advanceTimersByTime(30);
	}
	expect(done).toEqual([]);
	vi.advanceTimersByTime(10);
	expect(done).toEqual(['abc']);
});

test.for([60, 200, 350, 1000])(
	'a minute of keys every %i ms asks less often than the server allows, and for the last one',
	(everyMs) => {
		const done: number[] = [];
		const typing = new Debounced();
		const keys = Math.floor(60_000 / everyMs);
		for (let key = 0; key < keys; key++) {
			typing.after(() => done.push(key));
			vi.advanceTimersByTime(everyMs);
		}
		expect(done.length).toBeLessThanOrEqual(55);
		vi.advanceTimersByTime(2000);
		expect(done.at(-1)).toBe(keys - 1);
	}
);

test('what makes two requests is done half as often', () => {
	let done = 0;
	const typing = new Debounced();
	for (let key = 0; key < 300; key++) {
		typing.after(() => (done += 2), 2);
		vi.advanceTimersByTime(200);
	}
	expect(done).toBeLessThanOrEqual(55);
});

test('after a rest the next change is looked at soon again', () => {
	let done = 0;
	const typing = new Debounced();
	for (let key = 0; key < 100; key++) {
		typing.after(() => done++);
		vi.advanceTimersByTime(200);
	}
	vi.advanceTimersByTime(20_000);
	const before = done;
	typing.after(() => done++);
	vi.advanceTimersByTime(40);
	expect(done).toBe(before + 1);
});
