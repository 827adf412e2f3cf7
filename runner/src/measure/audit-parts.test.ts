import { defined } from '@cyclelab/contract/defined';
import { expect, test } from 'vitest';
import { isNearlyAll, partsOf } from './audit-parts.ts';

/** Instructions of 4 bytes from 0x1000 on: text, count, and where a jump leads. */
const code = (...lines: [text: string, count: number, target?: string][]) => ({
	functions: [
		{
			symbol: 'kernel',
			address: '0x1000',
			instructions: lines.map(([text, count, target], index) => ({
				address: `0x${(0x1000 + 4 * index).toString(16)}`,
				text,
				count,
				...defined({ target })
			}))
		}
	]
});
const loop = (at: string, count: number): [string, number, string?][] => [
	['imul rax, rax', count],
	['dec rcx', count],
	['jne', count, at]
];

test('each loop is a part, the one with most instructions first, until nine tenths are covered', () => {
	const two = code(
		['xor eax, eax', 1],
		...loop('0x1004', 100),
		['mov rcx, rdi', 1],
		['nop', 200],
		...loop('0x1014', 200),
		['ret', 1]
	);
	const found = partsOf(two, 100);
	expect(found?.parts).toEqual([
		{ address: '0x1014', passes: 2 },
		{ address: '0x1004', passes: 1 }
	]);
	expect(found?.share).toBeCloseTo(1100 / 1103);
	// With nine tenths in one loop, the other is not watched.
	const one = code(...loop('0x1000', 1000), ['mov rcx, rdi', 1], ...loop('0x1010', 10));
	expect(partsOf(one, 10)?.parts).toEqual([{ address: '0x1000', passes: 100 }]);
});

test('instructions are a part up to a jump, a call, or a place that is jumped to', () => {
	const lines = code(
		['add eax, 1', 10],
		['jmp', 10, '0x1008'],
		['add ebx, 1', 10],
		['call memset', 10],
		['add ecx, 1', 10],
		['ret', 10]
	);
	expect(partsOf(lines, 10)?.parts.map(({ address }) => address)).toEqual([
		'0x1000',
		'0x1008',
		'0x1010'
	]);
});

test('a repeated instruction is not what is watched of a part', () => {
	const copies = code(
		['rep movsb byte ptr es:[rdi], byte ptr [rsi]', 10],
		['inc eax', 10],
		['jne', 10, '0x1000']
	);
	expect(partsOf(copies, 10)?.parts).toEqual([{ address: '0x1004', passes: 1 }]);
	expect(partsOf(code(['rep stosb byte ptr es:[rdi], al', 10]), 10)).toBeUndefined();
});

test('work in more than eight parts, or in code that is not shown, is not watched', () => {
	const loops = (count: number) =>
		code(
			...Array.from({ length: count }, (_, i) =>
				loop(`0x${(0x1000 + 12 * i).toString(16)}`, 10)
			).flat()
		);
	expect(partsOf(loops(8), 10)?.parts).toHaveLength(8);
	expect(partsOf(loops(9), 10)).toBeUndefined();
	const unshown = [
		{ from: '0x1' as const, to: '0x2' as const, instructionsPerIteration: 1, share: 0.2 }
	];
	expect(partsOf({ ...loops(1), unshown }, 10)).toBeUndefined();
	expect(partsOf({ ...loops(1), unshown: [{ ...unshown[0]!, share: 1 }] }, 10)).toBeUndefined();
	expect(partsOf(code(['ret', 0]), 10)).toBeUndefined();
});

test('a loop with nine tenths of the work is watched alone', () => {
	const hotLoop = {
		symbol: 'kernel',
		instructions: [],
		pathCoverage: 1,
		sourceIterations: 1,
		badges: []
	};
	expect(isNearlyAll({ functions: [], hotLoop: { ...hotLoop, share: 0.9 } })).toBe(true);
	expect(isNearlyAll({ functions: [], hotLoop: { ...hotLoop, share: 0.89 } })).toBe(false);
	expect(isNearlyAll({ functions: [] })).toBe(false);
});
