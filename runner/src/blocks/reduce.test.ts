import { expect, test } from 'vitest';
import { blockFromText } from './from-text.ts';
import {
	disagrees,
	nextOf,
	shapeOf,
	stillDisagrees,
	withoutOne,
	withoutShapes,
	type Disagreement
} from './reduce.ts';

const of = (predicted: number, median: number): Disagreement => ({
	predicted,
	measured: { median, low: 0.98 * median, high: 1.02 * median }
});

test('a disagreement is a factor of 1.25 outside the interval', () => {
	expect([of(2, 1), of(1, 2), of(1.2, 1), of(1, 1)].map(disagrees)).toEqual([
		true,
		true,
		false,
		false
	]);
	const wide = { predicted: 2, measured: { median: 1, low: 0.5, high: 2.5 } };
	expect(disagrees(wide)).toBe(false);
});

test('half of the logarithm must remain, in the same direction', () => {
	// log 4 / log 16 is a half.
	expect(stillDisagrees(of(16, 1), of(4, 1))).toBe(true);
	expect(stillDisagrees(of(16, 1), of(3.9, 1))).toBe(false);
	expect(stillDisagrees(of(16, 1), of(1, 4))).toBe(false);
});

test('one instruction is left out at a time, and equal results count once', () => {
	const block = blockFromText('add rax, rbx\nadd rax, rbx\nimul rcx, rdx')!;
	expect(withoutOne(block).map(({ text }) => text)).toEqual([
		'add rax, rbx\nimul rcx, rdx',
		'add rax, rbx\nadd rax, rbx'
	]);
	const [left] = withoutOne(block);
	expect(left?.instructions.map(({ mnemonic }) => mnemonic)).toEqual(['add', 'imul']);
	expect(withoutOne(blockFromText('add rax, rbx')!)).toEqual([]);
});

test('the block on which both disagree most is next, and none if they agree', () => {
	const tried = [
		{ name: 'agrees', disagreement: of(1, 1) },
		{ name: 'less', disagreement: of(3, 1) },
		{ name: 'more', disagreement: of(5, 1) },
		{ name: 'not measured', disagreement: undefined }
	];
	expect(nextOf(of(4, 1), tried)?.name).toBe('more');
	expect(nextOf(of(4, 1), tried.slice(0, 1))).toBeUndefined();
});

test('a block is read from its text, and refused where it would be another block', () => {
	const text =
		'movzx ecx, byte ptr [rip + 0x2395e1]\nvmovsd xmm0, qword ptr [rsp + 0x8]\nlock inc dword ptr [rax]';
	expect(blockFromText(text)?.instructions).toHaveLength(3);
	expect(blockFromText(text)?.text).toBe(text);
	expect(blockFromText('<unknown>')).toBeUndefined();
});

test.each([
	['mov qword ptr [rip + 0x15cfb27], rdi', 'mov [m], r'],
	['mov dword ptr [rsp + 0x68], ecx', 'mov [m], r'],
	['mov qword ptr [rsp + 0x8], 0x0', 'mov [m], n'],
	['vaddps ymm1, ymm2, ymmword ptr [rax]', 'vaddps v, v, [m]'],
	['shl r12d, cl', 'shl r, r'],
	['lea rsi, [rbp - 0x10]', 'lea r, [m]'],
	['movzx eax, sil', 'movzx r, r']
])('the shape of %s is %s', (line, shape) => {
	expect(shapeOf(line)).toBe(shape);
});

test('instructions of known shapes are left out, and nothing is left of a block that has no others', () => {
	const block = blockFromText('mov qword ptr [rsp], rax\nimul rcx, rdx')!;
	expect(withoutShapes(block, new Set(['mov [m], r']))?.text).toBe('imul rcx, rdx');
	expect(withoutShapes(block, new Set(['mov r, r']))).toEqual(block);
	expect(withoutShapes(block, new Set(['mov [m], r', 'imul r, r']))).toBeUndefined();
});
