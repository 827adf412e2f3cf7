import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whileSeen } from './while-seen.ts';

let page: EventTarget & { visibilityState: string };
beforeEach(() => {
	vi.useFakeTimers();
	page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
	vi.stubGlobal('document', page);
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test('a page that is seen looks every so often while that is due, and always when it comes into sight', () => {
	let looks = 0;
	let due = true;
	const end = whileSeen(
		() => (looks += 1),
		1000,
		() => due
	);
	vi.advanceTimersByTime(2000);
	expect(looks).toBe(2);
	page.visibilityState = 'hidden';
	vi.advanceTimersByTime(2000);
	page.dispatchEvent(new Event('visibilitychange'));
	expect(looks).toBe(2);
	page.visibilityState = 'visible';
	due = false;
	vi.advanceTimersByTime(2000);
	expect(looks).toBe(2);
	page.dispatchEvent(new Event('visibilitychange'));
	expect(looks).toBe(3);
	due = true;
	end();
	vi.advanceTimersByTime(2000);
	page.dispatchEvent(new Event('visibilitychange'));
	expect(looks).toBe(3);
});
