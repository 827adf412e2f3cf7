import { expect, test } from 'vitest';
import { failedInWords, inWords, judge, readPlaywright, readVitest, sum } from './results.ts';

const counts = { numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };

test("Vitest's pending and todo tests are both called skipped", () => {
	const text = JSON.stringify({
		...counts,
		numTotalTestSuites: 2,
		success: false,
		testResults: []
	});
	expect(readVitest(text).count).toEqual({ passed: 7, failed: 1, skipped: 3 });
});

test("Vitest's failed tests are listed with file, name and first line, and files that did not load with their error", () => {
	const passed = { fullName: 'site adds', status: 'passed', failureMessages: [] };
	const failed = {
		fullName: 'site counts to three',
		status: 'failed',
		failureMessages: [
			'\u001b[31mAssertionError: expected 2 to be 3\u001b[39m\n    at x.test.ts:3:1'
		]
	};
	const late = {
		fullName: 'site counts to a million',
		status: 'failed',
		failureMessages: ['Error: STACK_TRACE_ERROR\n    at v.test.ts:3:1']
	};
	const text = JSON.stringify({
		...counts,
		testResults: [
			{ name: '/here/site/x.test.ts', status: 'failed', assertionResults: [passed, failed] },
			{ name: '/here/y.test.ts', status: 'failed', message: 'No z.ts\nhere', assertionResults: [] },
			{ name: '/here/v.test.ts', status: 'failed', message: '', assertionResults: [late] },
			{ name: '/here/w.test.ts', status: 'passed', message: '', assertionResults: [passed] }
		]
	});
	expect(failedInWords('unit', readVitest(text, '/here').failed)).toEqual([
		'FAILED unit > site/x.test.ts > site counts to three',
		'       AssertionError: expected 2 to be 3',
		'FAILED unit > y.test.ts > (the file itself)',
		'       No z.ts',
		'FAILED unit > v.test.ts > site counts to a million',
		'       It ran out of time.'
	]);
});

const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };

test('a Playwright test that passes only sometimes has failed', () => {
	const text = JSON.stringify({ suites: [], stats });
	expect(readPlaywright(text).count).toEqual({ passed: 5, failed: 2, skipped: 2 });
});

test("Playwright's failed tests are listed with the failed line and every error, at any depth of suites", () => {
	const spec = (title: string, status: string, errors: unknown[]) => ({
		title,
		file: 'a.spec.ts',
		line: 3,
		tests: [{ status, results: [{ errors }] }]
	});
	const at = { file: '/here/tests/e2e/a.spec.ts', line: 9 };
	const text = JSON.stringify({
		errors: [{ message: 'Error: the site did not start\n  at setup' }],
		stats,
		suites: [
			{
				specs: [spec('it opens', 'expected', [])],
				suites: [
					{
						specs: [
							spec('it closes', 'unexpected', [
								{ message: '\u001b[31mTest timeout of 1 ms exceeded.\u001b[39m' },
								{ message: 'Error: locator.click\nCall log', location: at }
							]),
							spec('it turns', 'flaky', [{ message: 'Error: no' }]),
							spec('it waits', 'unexpected', [
								{
									message:
										"Error: \u001b[2mexpect(\u001b[22mlocator) failed\n\nLocator: getByText('Done')\nExpected: visible",
									location: { file: '/here/tests/e2e/learner.ts', line: 7 }
								}
							]),
							spec('it says', 'unexpected', [
								{
									message: `Error: expect(received).toMatch(expected)\n\nExpected pattern: /up/\nReceived string:  "${'x'.repeat(400)}\n  down\n"\n\nCall Log:\n- Timeout`,
									location: at
								}
							])
						]
					}
				]
			}
		]
	});
	expect(failedInWords('e2e', readPlaywright(text).failed)).toEqual([
		'FAILED e2e > a.spec.ts:9 > it closes',
		'       Test timeout of 1 ms exceeded. | Error: locator.click',
		'FAILED e2e > a.spec.ts:3 > it turns',
		'       Passes only sometimes. | Error: no',
		'FAILED e2e > a.spec.ts:3 > it waits',
		"       Error: expect(locator) failed, Locator: getByText('Done'), learner.ts:7",
		'FAILED e2e > a.spec.ts:9 > it says',
		`       Error: expect(received).toMatch(expected), received ${'x'.repeat(293)} down "`,
		'FAILED e2e > outside of any test',
		'       Error: the site did not start'
	]);
});

test('a suite that ends with an error but without a failed test counts as one failure, with its exit code', () => {
	const result = { count: { passed: 3, failed: 0, skipped: 0 }, failed: [] };
	expect(judge(result, 0)).toEqual(result);
	expect(judge(result, 1)).toEqual({
		count: { passed: 3, failed: 1, skipped: 0 },
		failed: [{ where: 'the suite itself', name: '', why: 'It ended with exit code 1.' }]
	});
	expect(judge(undefined, 137)).toEqual({
		count: { passed: 0, failed: 1, skipped: 0 },
		failed: [
			{
				where: 'the suite itself',
				name: '',
				why: 'It ended with exit code 137 and without the result of any test.'
			}
		]
	});
});

test('a suite with a file that did not load counts as one failure and names the file', () => {
	const failed = [{ where: 'y.test.ts', name: '(the file itself)', why: 'No z.ts' }];
	const result = { count: { passed: 3, failed: 0, skipped: 0 }, failed };
	expect(judge(result, 1)).toEqual({ count: { passed: 3, failed: 1, skipped: 0 }, failed });
});

test('a suite that ran no test at all counts as one failure', () => {
	const none = { count: { passed: 0, failed: 0, skipped: 0 }, failed: [] };
	expect(judge(none, 0).count).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a check has neither file nor name', () => {
	expect(failedInWords('lint', [{ where: '', name: '', why: 'a.ts' }])).toEqual([
		'FAILED lint',
		'       a.ts'
	]);
});

test('the last line counts skipped tests only if there are any', () => {
	const all = sum([
		{ passed: 3, failed: 0, skipped: 0 },
		{ passed: 2, failed: 1, skipped: 0 }
	]);
	expect(inWords(all)).toBe('5 passed, 1 failed');
	expect(inWords({ passed: 1, failed: 0, skipped: 4 })).toBe('1 passed, 0 failed, 4 skipped');
});
