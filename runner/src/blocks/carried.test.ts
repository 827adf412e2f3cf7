import { expect, test } from 'vitest';
import { carriedChains } from './carried.ts';
import { blockFromText } from './from-text.ts';

const chains = (...lines: string[]) =>
	carriedChains(blockFromText(lines.join('\n'))!).map(({ register, members }) => [
		register,
		[...members].sort()
	]);

test('a chain has the instructions between a register and its next value', () => {
	expect(chains('mov rbx, rax', 'imul rbx, rcx', 'lea rax, [rbx + 0x1]', 'lea r8, [rbx]')).toEqual([
		['rax', [0, 1, 2]]
	]);
});

test('a value that is written before it is read is no chain, and memory is not followed', () => {
	expect(chains('mov rax, qword ptr [rdi]', 'imul rax, rcx')).toEqual([]);
	expect(chains('xor eax, eax', 'lea rax, [rax + 0x1]')).toEqual([]);
	expect(chains('mov rax, qword ptr [rax]')).toEqual([['rax', [0]]]);
});

test('a chain that comes back after two passes is found', () => {
	expect(chains('mov rcx, rax', 'mov rax, rbx', 'mov rbx, rcx')).toEqual([
		['rax', [0, 1, 2]],
		['rbx', [0, 1, 2]]
	]);
});
