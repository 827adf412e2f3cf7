import { expect, test } from 'vitest';
import { inWords, judge, readPlaywright, readVitest, sum } from './results.ts';

test("Vitest's pending and todo tests are both called skipped", () => {
	const text = JSON.stringify({
		numTotalTestSuites: 2,
		numPassedTests: 7,
		numFailedTests: 1,
		numPendingTests: 2,
		numTodoTests: 1,
		success: false
	});
	expect(readVitest(text)).toEqual({ passed: 7, failed: 1, skipped: 3 });
});

test('a Playwright test that passes only sometimes has failed', () => {
	const text = JSON.stringify({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } });
	expect(readPlaywright(text)).toEqual({ passed: 5, failed: 2, skipped: 2 });
});

test('a suite that ends badly without a failed test counts as one failure', () => {
	const count = { passed: 3, failed: 0, skipped: 0 };
	expect(judge(count, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
	expect(judge(count, 0)).toEqual(count);
	expect(judge(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a suite that ran no test at all counts as one failure', () => {
	expect(judge({ passed: 0, failed: 0, skipped: 0 }, 0)).toEqual({
		passed: 0,
		failed: 1,
		skipped: 0
	});
});

test('the closing line names skipped tests only if there are any', () => {
	const all = sum([
		{ passed: 3, failed: 0, skipped: 0 },
		{ passed: 2, failed: 1, skipped: 0 }
	]);
	expect(inWords(all)).toBe('5 passed, 1 failed');
	expect(inWords({ passed: 1, failed: 0, skipped: 4 })).toBe('1 passed, 0 failed, 4 skipped');
});
