import { expect, test } from 'vitest';
import { factsOf, pointOf, reportOf, variantReport } from '../../../fixtures/examples.ts';
import { compilerDifferences } from './compiler-differences.ts';
import { pairsOf } from './pairs.ts';

const facts = factsOf('T', { a: 'A', b: 'B' });

/** A report with cycles and instructions per iteration of both variants. */
const report = (cycles: [number, number], instructions?: [number, number]) =>
	reportOf(
		['a', 'b'].map((id, i) =>
			variantReport(id, {
				points: [pointOf(cycles[i] ?? 0)],
				...(instructions && { instructionsPerIteration: instructions[i] })
			})
		)
	);
const said = (...[first, second]: [ReturnType<typeof report>, ReturnType<typeof report>]) =>
	compilerDifferences(
		facts,
		pairsOf({ report: first }, { report: second }),
		['Clang 22', 'GCC 14'],
		0.02
	);

test('the row whose time differs most is named with its ratio, and the row whose count does', () => {
	expect(said(report([4, 4], [5, 5]), report([6, 3.6], [5, 7]))).toEqual([
		expect.stringMatching(/^“A” takes 1\.50× the time with GCC 14 that it takes with Clang 22 \(/),
		'Counted exactly, per iteration: “B” executes 5 instructions with Clang 22 and 7 with GCC 14.'
	]);
});

test('equal figures are reported as equal, and there is no sentence about what was not measured or counted', () => {
	expect(said(report([4, 4], [5, 5]), report([4, 4], [5, 5]))).toEqual([
		'Clang 22 and GCC 14: no difference in time above 2.00 %.',
		'Counted exactly, per iteration: as many instructions with Clang 22 as with GCC 14.'
	]);
	expect(said(reportOf([variantReport('a')]), report([4, 4], [5, 5]))).toEqual([]);
});
