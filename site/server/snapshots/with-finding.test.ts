import type { LoopWhy } from '@cyclelab/runner/schema/loop-why';
import { expect, test } from 'vitest';
import { reportOf, variantReport } from '../../shared/examples.ts';
import { withFinding } from './with-finding.ts';

const why: LoopWhy = { refused: 'The loop calls it.' };
const code = (text: string, executions?: number) => [
	{
		symbol: 'kernel',
		instructions: [{ address: '0x1', text, ...(executions === undefined ? {} : { executions }) }]
	}
];
const report = reportOf([
	variantReport('word', { source: 'a', functions: code('inc rax', 7) as never }),
	variantReport('bytes', { source: 'b' })
]);
const explained = (more: object, of: Partial<typeof report> = {}) =>
	reportOf(
		[
			variantReport('word', {
				source: 'a',
				functions: code('inc rax') as never,
				why,
				...more
			})
		],
		of
	);
const refusal = (one: typeof report) => {
	try {
		withFinding(report, one);
		return undefined;
	} catch (error) {
		return error instanceof Error ? error.message : error;
	}
};

test('the variant that was explained gets the finding, and the others stay as they are', () => {
	expect(withFinding(report, explained({}))).toEqual({
		...report,
		variants: [{ ...report.variants[0], why }, report.variants[1]]
	});
});

test.each([
	['has no finding about a loop', explained({ why: undefined })],
	['is of another exercise', explained({}, { exercise: 'stores' })],
	['was measured by another runner', explained({}, { runner: { ...report.runner, id: 'far' } })],
	['is about other code', explained({ source: 'c' })],
	['is about other code', explained({ functions: code('dec rax') as never })],
	['is about other code', explained({}, { target: 'arm64' })],
	['is about other code', explained({}, { toolchain: { ...report.toolchain, flags: ['-O3'] } })]
])('a run that %s is refused', (reason, one) => {
	expect(refusal(one)).toBe(
		`The run that "explained" names ${reason}. Keep the run without it, or measure the copies of its loop again.`
	);
});
