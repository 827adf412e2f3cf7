import { expect, test } from 'vitest';
import {
	factsOf,
	measuredAt,
	pointOf,
	reportOf,
	variantReport
} from '../../../fixtures/examples.ts';
import type { Report } from '@cyclelab/contract/schema/report';
import { changesOf, pairsOf } from './pairs.ts';

const facts = factsOf('T', { a: 'A', b: 'B' });
const at = (cycles: number) => [pointOf(cycles)];
const code = (text: string) => [
	{ symbol: 'kernel', address: '0x1', instructions: [{ address: '0x1', text }] }
];
const then = reportOf([
	variantReport('a', { points: at(4), source: 'int a;', functions: code('jmp 0x20') }),
	variantReport('b', { points: at(4), source: 'int b;', instructionsPerIteration: 5 })
]);

const pairs = (first: Report, second: Report) => pairsOf({ report: first }, { report: second });
const changes = (now: Report) => changesOf(facts, then, now, ['then', 'now']);

test('what takes longer beyond noise is slower, what does not is the same, and instruction counts are each run’s own', () => {
	const now = reportOf([
		variantReport('a', { points: at(6), functions: code('jmp 0x30') }),
		variantReport('b', { points: at(4.01), instructionsPerIteration: 6 })
	]);
	expect(
		pairs(then, now).map(({ key, verdict, first, second }) => [
			key,
			verdict,
			first.instructions,
			second.instructions
		])
	).toEqual([
		['a', 'slower', undefined, undefined],
		['b', 'same', 5, 6]
	]);
	expect(pairs(now, then).map(({ verdict }) => verdict)).toEqual(['faster', 'same']);
});

test('an interval that reaches across the noise floor is unclear; a place that was not measured has no ratio', () => {
	const wide = measuredAt(4, { cyclesPerIteration: { median: 4.2, low: 3, high: 5 } });
	const now = reportOf([
		variantReport('a', { points: [{ parameters: {}, documented: [], measured: wide }] })
	]);
	const [a, b] = pairs(then, now);
	expect(a?.verdict).toBe('unclear');
	expect([b?.ratio, b?.verdict, b?.second.measured]).toEqual([undefined, undefined, undefined]);
});

test('what changed since is named; code that only moved is the same code', () => {
	const moved = reportOf([variantReport('a', { functions: code('jmp 0x999') })]);
	expect(changes(moved)).toEqual(['The machine code is the same.']);
	const other = reportOf([variantReport('a', { functions: code('ret') })], {
		toolchain: { ...then.toolchain, version: '2' }
	});
	expect(changes(other)).toEqual([
		'The compiler differs: Clang 22 (1) then, Clang 22 (2) now.',
		'The machine code differs: “A”.'
	]);
});
