import { expect, test } from 'vitest';
import { countsOf, failuresOf, inWords, total } from './test-counts.ts';

const vitest = JSON.stringify({
	numPassedTests: 7,
	numFailedTests: 0,
	numPendingTests: 2,
	numTodoTests: 1
});
const playwright = JSON.stringify({
	stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
});

test("Vitest's pending and todo tests are skipped tests", () => {
	expect(countsOf('vitest', vitest, 0)).toEqual({ passed: 7, failed: 0, skipped: 3 });
});

test('a Playwright test that passes only sometimes has failed', () => {
	expect(countsOf('playwright', playwright, 1)).toEqual({ passed: 5, failed: 2, skipped: 2 });
});

test('a suite that ends with an error without a failed test, or without any test, has failed', () => {
	const none = JSON.stringify({
		numPassedTests: 0,
		numFailedTests: 0,
		numPendingTests: 0,
		numTodoTests: 0
	});
	expect([
		countsOf('vitest', vitest, 1),
		countsOf('vitest', none, 0),
		countsOf('vitest', undefined, 0),
		countsOf('vitest', undefined, 137)
	]).toEqual([
		{ passed: 7, failed: 1, skipped: 3 },
		{ passed: 0, failed: 1, skipped: 0 },
		{ passed: 0, failed: 1, skipped: 0 },
		{ passed: 0, failed: 1, skipped: 0 }
	]);
});

test('a check passes or fails by its exit code', () => {
	expect([countsOf(undefined, undefined, 0), countsOf(undefined, undefined, 2)]).toEqual([
		{ passed: 1, failed: 0, skipped: 0 },
		{ passed: 0, failed: 1, skipped: 0 }
	]);
});

test('the last line names skipped tests only if there are any', () => {
	const counts = { passed: 2, failed: 0, skipped: 1 };
	expect([inWords(total([counts, counts])), inWords({ ...counts, skipped: 0 })]).toEqual([
		'4 passed, 0 failed, 2 skipped',
		'2 passed, 0 failed'
	]);
});

test('failed tests and files that did not load are named with the begin of their message', () => {
	const report = JSON.stringify({
		testResults: [
			{
				name: '/a.test.ts',
				message: '',
				assertionResults: [
					{ fullName: 'adds', status: 'passed', failureMessages: [] },
					{
						fullName: 'divides',
						status: 'failed',
						failureMessages: ['\u001b[31mError: by zero\u001b[0m\n    at a.ts:3']
					}
				]
			},
			{ name: '/b.test.ts', message: 'Cannot find module', assertionResults: [] }
		]
	});
	expect(failuresOf('vitest', report)).toEqual([
		'divides: Error: by zero | at a.ts:3',
		'/b.test.ts: Cannot find module'
	]);
	const spec = (title: string, ok: boolean, message?: string) => ({
		title,
		file: 'a.spec.ts',
		ok,
		tests: [{ results: [message === undefined ? {} : { error: { message } }] }]
	});
	const pages = JSON.stringify({
		suites: [
			{
				specs: [spec('opens', true)],
				suites: [{ specs: [spec('runs', false, 'Timeout 30000ms\nwaiting')] }]
			}
		]
	});
	expect(failuresOf('playwright', pages)).toEqual(['a.spec.ts runs: Timeout 30000ms | waiting']);
	expect([failuresOf(undefined, undefined), failuresOf('vitest', undefined)]).toEqual([[], []]);
});
