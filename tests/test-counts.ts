/** How many tests a suite passed, and which failed, from the JSON report of its test runner and its exit code. Pure. */
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

export type Counts = { passed: number; failed: number; skipped: number };

const Vitest = z
	.object({
		numPassedTests: z.int(),
		numFailedTests: z.int(),
		numPendingTests: z.int(),
		numTodoTests: z.int()
	})
	.transform(({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }): Counts => ({
		passed: numPassedTests,
		failed: numFailedTests,
		skipped: numPendingTests + numTodoTests
	}));

/** A test that passes only sometimes has failed. */
const Playwright = z
	.object({
		stats: z.object({
			expected: z.int(),
			unexpected: z.int(),
			flaky: z.int(),
			skipped: z.int()
		})
	})
	.transform(({ stats }): Counts => ({
		passed: stats.expected,
		failed: stats.unexpected + stats.flaky,
		skipped: stats.skipped
	}));

const nothing: Counts = { passed: 0, failed: 0, skipped: 0 };

/**
 * A check without a report counts as one test. A suite that ended with an error and no failed test (a crash, a file that did
 * not load), or successfully without any test, counts as one failure.
 * @param text the report; undefined if none was written
 */
export function countsOf(
	report: 'vitest' | 'playwright' | undefined,
	text: string | undefined,
	exitCode: number
): Counts {
	if (!report) return { ...nothing, [exitCode === 0 ? 'passed' : 'failed']: 1 };
	const reader = report === 'vitest' ? Vitest : Playwright;
	const counts = text === undefined ? nothing : reader.parse(JSON.parse(text));
	const ran = counts.passed + counts.failed + counts.skipped > 0;
	return counts.failed > 0 || (exitCode === 0 && ran) ? counts : { ...counts, failed: 1 };
}

export function total(all: readonly Counts[]): Counts {
	return all.reduce(
		(sum, counts) => ({
			passed: sum.passed + counts.passed,
			failed: sum.failed + counts.failed,
			skipped: sum.skipped + counts.skipped
		}),
		nothing
	);
}

/** "12 passed, 0 failed", and the number of skipped tests if any. */
export function inWords({ passed, failed, skipped }: Counts): string {
	return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}

/** Of a failure's message, characters. */
const messageAtMost = 300;

const firstLines = (message: string) =>
	stripVTControlCharacters(message)
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '')
		.join(' | ')
		.slice(0, messageAtMost);

const VitestFailures = z
	.object({
		testResults: z.array(
			z.object({
				name: z.string(),
				message: z.string().default(''),
				assertionResults: z.array(
					z.object({
						fullName: z.string(),
						status: z.string(),
						failureMessages: z.array(z.string()).nullish()
					})
				)
			})
		)
	})
	.transform(({ testResults }) =>
		testResults.flatMap(({ name, message, assertionResults }) => {
			const failed = assertionResults.filter(({ status }) => status === 'failed');
			const ofTests = failed.map(
				({ fullName, failureMessages }) => `${fullName}: ${firstLines(failureMessages?.[0] ?? '')}`
			);
			return message && failed.length === 0 ? [`${name}: ${firstLines(message)}`] : ofTests;
		})
	);

const PlaywrightSpec = z.object({
	title: z.string(),
	file: z.string(),
	ok: z.boolean(),
	tests: z.array(
		z.object({
			results: z.array(z.object({ error: z.object({ message: z.string() }).optional() }))
		})
	)
});
const PlaywrightSuite = z.object({
	specs: z.array(PlaywrightSpec).default([]),
	get suites(): z.ZodDefault<z.ZodArray<typeof PlaywrightSuite>> {
		return z.array(PlaywrightSuite).default([]);
	}
});

const failedSpecs = ({ specs, suites }: z.infer<typeof PlaywrightSuite>): string[] => [
	...specs
		.filter(({ ok }) => !ok)
		.map(({ title, file, tests }) => {
			const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error ?? []));
			return `${file} ${title}: ${firstLines(errors[0]?.message ?? '')}`;
		}),
	...suites.flatMap(failedSpecs)
];

/** The failed tests, each with the begin of its message: they stand at the end of a log that is cut to its end. */
export function failuresOf(
	report: 'vitest' | 'playwright' | undefined,
	text: string | undefined
): string[] {
	if (!report || text === undefined) return [];
	const json: unknown = JSON.parse(text);
	return report === 'vitest'
		? VitestFailures.parse(json)
		: failedSpecs(PlaywrightSuite.parse(json));
}
