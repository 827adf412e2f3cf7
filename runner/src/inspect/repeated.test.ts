import { expect, test } from 'vitest';
import { isRepeated } from './repeated.ts';

test.each([
	'rep movsb byte ptr es:[rdi], byte ptr [rsi]',
	'rep stos QWORD PTR es:[rdi],rax',
	'repne scasb al, byte ptr es:[rdi]',
	'rep lodsb'
])('%s repeats', (text) => expect(isRepeated(text)).toBe(true));

test.each([
	'rep jmp 0x401010',
	'repz ret',
	'rep add eax, 1',
	'movsb byte ptr es:[rdi], byte ptr [rsi]',
	'rep movsd xmm0, xmm1',
	'rep movsx eax, al'
])('%s does not', (text) => expect(isRepeated(text)).toBe(false));
