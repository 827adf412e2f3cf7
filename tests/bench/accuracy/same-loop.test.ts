import { describe, expect, test } from 'vitest';
import { canonical } from './same-loop.ts';

const loop = (...texts: string[]) => canonical(texts.map((text) => ({ text })));
const clang = loop('imul rax, rcx', 'add rax, rdx', 'inc rdx', 'cmp rdi, rdx', 'jne 0x201320');

describe('the same instructions', () => {
	test.each([
		['by other registers', ['imul r8, r9', 'add r8, rsi', 'inc rsi', 'cmp rdi, rsi', 'jne 0x1']],
		['begun at the test', ['cmp rdi, rdx', 'jb 0x9', 'imul rax, rcx', 'add rax, rdx', 'inc rdx']],
		[
			'compared the other way',
			['imul rax, rcx', 'add rax, rdx', 'inc rdx', 'cmp rdx, rdi', 'jb 0x9']
		]
	])('%s', (_, texts) => {
		expect(loop(...texts)).toBe(clang);
	});

	test('with data at another place', () => {
		expect(loop('addsd xmm0, qword ptr [rip + 0xff20]', 'jne 0x1')).toBe(
			loop('addsd xmm7, qword ptr [0x203040]', 'jne 0x2')
		);
	});
});

describe('other instructions', () => {
	test.each([
		['another operation', ['imul rax, rcx', 'sub rax, rdx', 'inc rdx', 'cmp rdi, rdx', 'jne 0x1']],
		[
			'another register of the chain',
			['imul rax, rcx', 'add rax, rcx', 'inc rdx', 'cmp rdi, rdx', 'jne 0x1']
		],
		['half a register', ['imul eax, ecx', 'add eax, edx', 'inc rdx', 'cmp rdi, rdx', 'jne 0x1']],
		['another order', ['add rax, rdx', 'imul rax, rcx', 'inc rdx', 'cmp rdi, rdx', 'jne 0x1']],
		[
			'an addition of one',
			['imul rax, rcx', 'add rax, rdx', 'add rdx, 0x1', 'cmp rdi, rdx', 'jne 0x1']
		]
	])('%s', (_, texts) => {
		expect(loop(...texts)).not.toBe(clang);
	});
});
