import { expect, test } from 'vitest';
import { x86 } from '../inspect/isa-of.ts';
import { decode } from '../inspect/objdump.ts';
import { chainBound, isChained } from './bounds.ts';

const block = (...texts: string[]) => ({
	instructions: texts.map((text, index) => decode(4 * index, text, x86))
});

test.each([
	['one addition waits for itself', ['add rax, 0x1'], [1], 1],
	['a chain of two registers', ['imul rax, rcx', 'add rcx, rax'], [3, 1], 4],
	['two chains: the longer one', ['imul rax, rax', 'add rcx, 0x1'], [3, 1], 3],
	['a zeroed register ends a chain', ['xor eax, eax', 'add rax, rcx'], [1, 1], 0],
	['a load from an address that stays', ['mov rax, qword ptr [rdi]', 'add rcx, rax'], [5, 1], 1],
	['a load of the next address', ['mov rax, qword ptr [rax]'], [5], 5],
	[
		'a value that is added from memory waits for the sum only',
		['add rax, qword ptr [rdi]'],
		[6],
		2
	],
	[
		'the same from an address that the instruction itself has',
		['add rax, qword ptr [rip + 0x10]  # 0x1017 <value>'],
		[6],
		2
	],
	['every second pass', ['mov rax, rcx', 'lea rcx, [rax + 0x1]'], [0, 1], 1],
	['a pass that starts from constants', ['mov eax, 0x1', 'imul eax, eax'], [1, 3], 0]
])('%s', (_name, texts, latencies, cycles) => {
	expect(chainBound(block(...texts), latencies)).toBeCloseTo(cycles, 9);
});

test('a block is chained if a pass needs the previous one', () => {
	expect(isChained(block('add rax, rcx'))).toBe(true);
	expect(isChained(block('lea rax, [rcx + rdx]', 'mov rsi, rax'))).toBe(false);
});
