import { expect, test } from 'vitest';
import { carriedChains, chainedThroughMemory } from './carried.ts';
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

const throughMemory = (...lines: string[]) =>
	[...chainedThroughMemory(blockFromText(lines.join('\n'))!)].sort();

test('a chain through memory has the instructions from the load of a store to that store', () => {
	const sum = [
		'movzx edx, al',
		'or edx, ecx',
		'mov dword ptr [rdi], edx',
		'add eax, dword ptr [rdi]'
	];
	expect(throughMemory(...sum)).toEqual([0, 1, 2, 3]);
	expect(throughMemory('add dword ptr [rdi], 0x1', 'lea r8, [r9]')).toEqual([0]);
	expect(
		throughMemory(
			'mov eax, dword ptr [rdi]',
			'lea eax, [rax + 0x1]',
			'mov byte ptr [rdi + 0x3], al'
		)
	).toEqual([0, 1, 2]);
});

test('other bytes, an address that changes, and bytes that a later store overwrites end a chain through memory', () => {
	expect(throughMemory('mov eax, dword ptr [rdi]', 'mov byte ptr [rdi + 0x4], al')).toEqual([]);
	expect(throughMemory('add dword ptr [rdi], 0x1', 'lea rdi, [rdi + 0x4]')).toEqual([]);
	expect(throughMemory('add word ptr [rdi], 0x1', 'mov dword ptr [rdi], ecx')).toEqual([]);
	expect(throughMemory('add dword ptr [rdi], 0x1', 'mov word ptr [rdi], cx')).toEqual([0]);
});
