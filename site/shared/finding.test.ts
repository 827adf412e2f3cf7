import type { LoopWhy } from '@cyclelab/contract/schema/loop-why';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';
import { expect, test } from 'vitest';
import { reportOf, variantReport } from '../fixtures/examples.ts';
import { explainedVariant, findingsFor } from './finding.ts';

const why: LoopWhy = { refused: 'The loop calls it.' };
const code = (text: string, count?: number): VariantReport['functions'] =>
	[{ symbol: 'kernel', instructions: [{ address: '0x1', text, count }] }] as never;
const word = variantReport('word', { source: 'a', functions: code('inc rax', 7) });
const report = reportOf([word, variantReport('bytes', { source: 'b' })]);
const explained = (more: Partial<VariantReport> = {}, of: Partial<Report> = {}) =>
	reportOf([variantReport('word', { source: 'a', functions: code('inc rax'), why, ...more })], of);

test('a finding is about the code of the variant that was explained, whatever was counted', () => {
	expect(findingsFor(report, explained())).toEqual(new Map([['word', why]]));
	expect(explainedVariant(report, word, explained())?.why).toEqual(why);
});

test.each([
	['of another exercise', explained({}, { exercise: 'stores' })],
	['of another runner', explained({}, { runner: { ...report.runner, id: 'far' } })],
	['for another target', explained({}, { target: 'arm64' })],
	['of another source', explained({ source: 'c' })],
	['with other flags', explained({}, { toolchain: { ...report.toolchain, flags: ['-O3'] } })],
	['of another compiler', explained({ toolchain: { ...report.toolchain, compiler: 'gcc-14' } })]
])('a run %s says nothing about this one', (_, other) => {
	expect(explainedVariant(report, word, other)).toBeUndefined();
	expect(findingsFor(report, other)).toEqual(new Map());
});

test('other machine code of the same source has no finding, nor has a run without one', () => {
	expect(findingsFor(report, explained({ functions: code('dec rax') }))).toEqual(new Map());
	expect(findingsFor(report, explained({ why: undefined }))).toEqual(new Map());
});
