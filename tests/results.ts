/** The result of a suite, from the JSON that its test runner writes. Pure. */
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

export type Count = { passed: number; failed: number; skipped: number };

export const nothing: Count = { passed: 0, failed: 0, skipped: 0 };

/** `where`: the test's file, with the line that failed if it is known. `why`: one line. */
export type Failed = { where: string; name: string; why: string };
export type SuiteResult = { count: Count; failed: Failed[] };

const Vitest = z.object({
	numPassedTests: z.int(),
	numFailedTests: z.int(),
	numPendingTests: z.int(),
	numTodoTests: z.int(),
	testResults: z.array(
		z.object({
			name: z.string(),
			status: z.string(),
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
});

const SpecError = z.object({
	message: z.string().default(''),
	location: z.object({ file: z.string(), line: z.int() }).optional()
});
type SpecError = z.infer<typeof SpecError>;

const Spec = z.object({
	title: z.string(),
	file: z.string(),
	line: z.int(),
	tests: z.array(
		z.object({
			status: z.string(),
			results: z.array(
				z.object({
					errors: z.array(SpecError)
				})
			)
		})
	)
});
type PlaywrightSuite = { specs: z.infer<typeof Spec>[]; suites?: PlaywrightSuite[] | undefined };
const PlaywrightSuite: z.ZodType<PlaywrightSuite> = z.object({
	specs: z.array(Spec),
	get suites() {
		return z.array(PlaywrightSuite).optional();
	}
});

const Playwright = z.object({
	suites: z.array(PlaywrightSuite),
	errors: z.array(z.object({ message: z.string().default('') })).default([]),
	stats: z.object({
		expected: z.int(),
		unexpected: z.int(),
		flaky: z.int(),
		skipped: z.int()
	})
});

/** Length of the part of a failure's first line that is shown, characters. */
const lineShown = 700;

/** The first non-empty line of a failure, without colours. */
export function firstLine(text: string): string {
	const lines = stripVTControlCharacters(text).split('\n');
	return (lines.map((line) => line.trim()).find(Boolean) ?? 'It says nothing.').slice(0, lineShown);
}

/** Vitest has this text instead of a sentence about a test's time limit (`makeTimeoutError`, vitest 4). */
const outOfTime = ['Error: STACK_TRACE_ERROR', 'It ran out of time.'] as const;

/** `text`: what `vitest --reporter=json` wrote; paths are relative to `root`. */
export function readVitest(text: string, root = ''): SuiteResult {
	const result = Vitest.parse(JSON.parse(text));
	const failed = result.testResults.flatMap(({ name, status, message, assertionResults }) => {
		const where = name.replace(`${root}/`, '');
		const tests = assertionResults.filter((test) => test.status === 'failed');
		if (status === 'failed' && !tests.length)
			return [{ where, name: '(the file itself)', why: firstLine(message) }];
		return tests.map(({ fullName, failureMessages }) => ({
			where,
			name: fullName,
			why: firstLine((failureMessages ?? []).join('\n')).replace(...outOfTime)
		}));
	});
	const count = {
		passed: result.numPassedTests,
		failed: result.numFailedTests,
		skipped: result.numPendingTests + result.numTodoTests
	};
	return { count, failed };
}

/** Length of the end of a received value that is shown: a program's output ends with its error, characters. */
const receivedShown = 300;

/** An error's message with its element or value, and its place if that is not in the test's file. */
const whyOf = (file: string) => (error: SpecError) => {
	const { message, location } = error;
	const plain = stripVTControlCharacters(message);
	const locator = /^ *(Locator: .+)$/m.exec(plain)?.[1];
	const value = /^Received[^:\n]*: ([^]+?)(?:\n\n|$(?![^]))/m.exec(plain)?.[1];
	const received = value && `received ${value.replace(/\s+/g, ' ').trim().slice(-receivedShown)}`;
	const elsewhere = location && !location.file.endsWith(file);
	const at = elsewhere ? `${path.basename(location.file)}:${location.line}` : undefined;
	return [firstLine(message), locator, received, at].filter(Boolean).join(', ');
};

function failedSpecs({ specs, suites = [] }: PlaywrightSuite): Failed[] {
	const here = specs.flatMap(({ title, file, line, tests }) =>
		tests
			.filter(({ status }) => status === 'unexpected' || status === 'flaky')
			.map(({ status, results }) => {
				const errors = results.flatMap((result) => result.errors);
				const at = errors.find(({ location }) => location?.file.endsWith(file))?.location?.line;
				// A test that exceeded its time has two errors: the time limit, then the place.
				const whys = new Set(errors.map(whyOf(file)));
				const why = [...(status === 'flaky' ? ['Passes only sometimes.'] : []), ...whys];
				return { where: `${file}:${at ?? line}`, name: title, why: why.join(' | ') };
			})
	);
	return [...here, ...suites.flatMap(failedSpecs)];
}

/** `text`: what Playwright's JSON reporter wrote. A test that passes only sometimes has failed. */
export function readPlaywright(text: string): SuiteResult {
	const { stats, suites, errors } = Playwright.parse(JSON.parse(text));
	const outside = errors.map(({ message }) => ({
		where: 'outside of any test',
		name: '',
		why: firstLine(message)
	}));
	const count = {
		passed: stats.expected,
		failed: stats.unexpected + stats.flaky,
		skipped: stats.skipped
	};
	return { count, failed: [...suites.flatMap(failedSpecs), ...outside] };
}

/**
 * The result of a suite that ended with `exitCode`. A suite that ended with an error without a failed test (a crash, a file
 * that did not load), or successfully without any test, counts as one failure.
 */
export function judge(result: SuiteResult | undefined, exitCode: number): SuiteResult {
	const { count, failed } = result ?? { count: nothing, failed: [] };
	const ran = count.passed + count.failed + count.skipped > 0;
	if (result && (count.failed > 0 || (exitCode === 0 && ran))) return result;
	const why = `It ended with exit code ${exitCode}${ran ? '' : ' and without the result of any test'}.`;
	return {
		count: { ...count, failed: 1 },
		failed: failed.length ? failed : [{ where: 'the suite itself', name: '', why }]
	};
}

/** Two lines for each failed test: its name, and the reason. */
export function failedInWords(suite: string, failed: Failed[]): string[] {
	return failed.flatMap(({ where, name, why }) => [
		`FAILED ${[suite, where, name].filter(Boolean).join(' > ')}`,
		`       ${why}`
	]);
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

/** "12 passed, 0 failed", and the number of skipped tests if any. */
export function inWords({ passed, failed, skipped }: Count): string {
	return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}
