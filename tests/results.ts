/** How a suite ended, read from the JSON its runner writes. Pure. */
import { z } from 'zod';

export type Count = { passed: number; failed: number; skipped: number };

export const nothing: Count = { passed: 0, failed: 0, skipped: 0 };

const Vitest = z.object({
	numPassedTests: z.int(),
	numFailedTests: z.int(),
	numPendingTests: z.int(),
	numTodoTests: z.int()
});

const Playwright = z.object({
	stats: z.object({
		expected: z.int(),
		unexpected: z.int(),
		flaky: z.int(),
		skipped: z.int()
	})
});

/** `text`: what `vitest --reporter=json` wrote. */
export function readVitest(text: string): Count {
	const result = Vitest.parse(JSON.parse(text));
	return {
		passed: result.numPassedTests,
		failed: result.numFailedTests,
		skipped: result.numPendingTests + result.numTodoTests
	};
}

/** `text`: what Playwright's JSON reporter wrote. A test that passes only sometimes has failed. */
export function readPlaywright(text: string): Count {
	const { stats } = Playwright.parse(JSON.parse(text));
	return {
		passed: stats.expected,
		failed: stats.unexpected + stats.flaky,
		skipped: stats.skipped
	};
}

/**
 * The count of a suite that ended with `exitCode`. One that ended badly without a failed test (it crashed, a file
 * did not load), or well without any test at all, has failed once.
 */
export function judge(count: Count | undefined, exitCode: number): Count {
	if (!count) return { ...nothing, failed: 1 };
	const ran = count.passed + count.failed + count.skipped > 0;
	if (count.failed === 0 && (exitCode !== 0 || !ran)) return { ...count, failed: 1 };
	return count;
}

export function sum(counts: Count[]): Count {
	return counts.reduce(
		(all, one) => ({
			passed: all.passed + one.passed,
			failed: all.failed + one.failed,
			skipped: all.skipped + one.skipped
		}),
		nothing
	);
}

/** "12 passed, 0 failed", and what was skipped if anything was. */
export function inWords({ passed, failed, skipped }: Count): string {
	return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}
