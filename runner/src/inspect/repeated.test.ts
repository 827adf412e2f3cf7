import { expect, test } from 'vitest';
import { isRepeated } from './repeated.ts';

test.each([
	'rep movsb byte ptr es:[rdi], byte ptr [rsi]',
	'rep stos QWORD PTR es:[rdi],rax',
	'repne scasb al, byte ptr es:[rdi]',
	'rep lodsb',
	'vpgatherdd zmm2 {k1}, dword ptr [4*zmm1 + 0x204100]',
	'vscatterqpd zmmword ptr [rax + zmm1] {k1}, zmm0'
])('%s repeats', (text) => expect(isRepeated(text)).toBe(true));

test.each([
	'rep jmp 0x401010',
	'repz ret',
	'rep add eax, 1',
	'movsb byte ptr es:[rdi], byte ptr [rsi]',
	'rep movsd xmm0, xmm1',
	'rep movsx eax, al',
	'vgatherpf0dps dword ptr [rax + zmm1] {k1}'
])('%s does not', (text) => expect(isRepeated(text)).toBe(false));
