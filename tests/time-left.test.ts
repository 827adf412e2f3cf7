import { expect, test } from 'vitest';
import { doneIn, leftInWords, secondsLeft } from './time-left.ts';

test("how much is done is read from Vitest's and Playwright's lines", () => {
	const vitest =
		'  [a.test.ts: adds; file 2 of 9; 3 s]\n  [b.test.ts: adds; file 4 of 9; 1 s, 9 s in all]\n';
	expect(doneIn(vitest)).toEqual({ done: 3, of: 9 });
	const begun = doneIn('\nRunning 85 tests using 2 workers\n\n');
	expect(begun).toEqual({ done: 0, of: 85 });
	const listed =
		'  ✓   1 tests/e2e/a.spec.ts:22:1 › opens (2.8s)\n  ✘  2 tests/e2e/b.spec.ts:3:1 › shuts (1s)\n';
	expect(doneIn(listed, begun)).toEqual({ done: 2, of: 85 });
	expect(doneIn('stdout | a row\n', begun)).toEqual(begun);
	expect(doneIn('stdout | a row\n')).toBe(undefined);
});

test('the longest lane decides the time left', () => {
	const waits = { usual: 100, state: 'waits' } as const;
	const over = { usual: 50, state: 'over' } as const;
	const running = (elapsed: number, done?: { done: number; of: number }) => ({
		usual: 60,
		state: { elapsed, ...(done ? { done } : {}) }
	});
	expect(secondsLeft([])).toBe(0);
	expect(secondsLeft([[over, running(20), waits], [waits]])).toBe(140);
	// Longer than usual, and nothing is known of what is left.
	expect(secondsLeft([[running(80)]])).toBe(0);
	// Once a quarter is done, the rest is estimated in proportion.
	expect(secondsLeft([[running(80, { done: 2, of: 4 })]])).toBe(80);
	expect(secondsLeft([[running(20, { done: 1, of: 40 })]])).toBe(40);
});

test('time left in words', () => {
	expect([0, 59, 60, 530].map(leftInWords)).toEqual([
		...['less than a minute left', 'less than a minute left'],
		...['about 1 min left', 'about 9 min left']
	]);
});
