import { expect, test } from 'vitest';
import { factsOf, measuredAt, reportOf, variantReport } from '../examples.ts';
import { besideOf, changesOf, requestOf } from './now.ts';

const facts = factsOf('T', [
	{ id: 'a', label: 'A' },
	{ id: 'b', label: 'B' }
]);
const at = (cycles: number) => [{ parameters: {}, documented: [], measured: measuredAt(cycles) }];
const code = (text: string) => [
	{ symbol: 'kernel', address: '0x1', instructions: [{ address: '0x1', text }] }
];
const then = reportOf([
	variantReport('a', { points: at(4), source: 'int a;', functions: code('jmp 0x20') }),
	variantReport('b', { points: at(4), source: 'int b;', instructionsPerIteration: 5 })
]);

test('what takes longer beyond noise is slower, what does not is the same, and counts are told where they differ', () => {
	const now = reportOf([
		variantReport('a', { points: at(6), functions: code('jmp 0x30') }),
		variantReport('b', { points: at(4.01), instructionsPerIteration: 6 })
	]);
	expect(
		besideOf(facts, then, now).map(({ key, verdict, counts }) => [key, verdict, counts])
	).toEqual([
		['a', 'slower', undefined],
		['b', 'same', '5 instructions then, 6 now']
	]);
	expect(besideOf(facts, now, then).map(({ verdict }) => verdict)).toEqual(['faster', 'same']);
});

test('an interval that reaches across is too close to tell; what was not measured has no ratio', () => {
	const wide = measuredAt(4, { cyclesPerIteration: { median: 4.2, low: 3, high: 5 } });
	const now = reportOf([
		variantReport('a', { points: [{ parameters: {}, documented: [], measured: wide }] })
	]);
	const [a, b] = besideOf(facts, then, now);
	expect(a?.verdict).toBe('unclear');
	expect([b?.ratio, b?.verdict, b?.now]).toEqual([undefined, undefined, undefined]);
});

test('what changed since is named; code that only moved is the same code', () => {
	const moved = reportOf([variantReport('a', { functions: code('jmp 0x999') })]);
	expect(changesOf(facts, then, moved)).toEqual(['The machine code is the same.']);
	const other = reportOf([variantReport('a', { functions: code('ret') })], {
		toolchain: { ...then.toolchain, version: '2' }
	});
	expect(changesOf(facts, then, other)).toEqual([
		'Another compiler: Clang 19 (1) then, Clang 19 (2) now.',
		'The machine code is another one: “A”.'
	]);
});

test('the very sources are run again, by whoever can', () => {
	const request = {
		exercise: 'cycle',
		language: 'c' as const,
		target: 'x86-64' as const,
		compiler: 'gcc-14' as const,
		flags: ['-O3'],
		sources: {},
		runner: 'gone',
		stages: ['inspect' as const, 'measure' as const],
		models: 'all' as const
	};
	const again = {
		exercise: 'cycle',
		language: 'c',
		target: 'x86-64',
		compiler: 'gcc-14',
		flags: ['-O3'],
		variants: ['a', 'b'],
		sources: { a: 'int a;', b: 'int b;' }
	};
	expect(requestOf({ request, report: then }, true)).toEqual(again);
	expect(requestOf({ request, report: then }, false)).toEqual({ ...again, stages: ['inspect'] });
});
