import { expect, test } from 'vitest';
import { createForeground } from './foreground.ts';

const never = new AbortController().signal;
const longMs = 600_000;

test('work that can wait goes on at once where nobody waits, and else when the last job is there', async () => {
	const foreground = createForeground();
	await foreground.quiet(longMs, never);
	const [leaveFirst, leaveSecond] = [foreground.enter(), foreground.enter()];
	let isQuiet = false;
	const quiet = foreground.quiet(longMs, never).then(() => (isQuiet = true));
	leaveFirst();
	// One that is told of twice is one.
	leaveFirst();
	await Promise.resolve();
	expect(isQuiet).toBe(false);
	leaveSecond();
	await quiet;
	await foreground.quiet(longMs, never);
});

test('it waits no longer than it may, and not at all for a job that was aborted', async () => {
	const foreground = createForeground();
	foreground.enter();
	await foreground.quiet(1, never);
	await foreground.quiet(0, never);
	const abort = new AbortController();
	const waiting = foreground.quiet(longMs, abort.signal);
	abort.abort();
	await waiting;
});
