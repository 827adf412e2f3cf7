import { expect, test } from 'vitest';
import { x86 } from '../inspect/isa-of.ts';
import { decode } from '../inspect/objdump.ts';
import { formOf, registerFormOf, registerName } from './forms.ts';

const decoded = (text: string) => decode(0, text, x86);

test.each([
	['add rax, 0x1', 'add r64, i'],
	['add r9, rcx', 'add r64, r64'],
	['movzx eax, r8b', 'movzx r32, r8'],
	['mov qword ptr [rdi + 8*rax], rsi', 'mov m qword, r64'],
	['lea rax, [rdi + 4*rcx + 0x10]', 'lea r64, [r+s*i+d]'],
	['lea rax, [rip + 0x10]', 'lea r64, [rip]'],
	['xor eax, eax', 'xor r32, r32 same'],
	['add eax, eax', 'add r32, r32'],
	['vpxor xmm0, xmm1, xmm1', 'vpxor xmm, xmm, xmm same'],
	['vaddps ymm0, ymm1, ymmword ptr [rdi]', 'vaddps ymm, ymm, m ymmword'],
	['cdq', 'cdq'],
	// No trial has these.
	['mov ah, 0x1', undefined],
	['vaddps zmm0, zmm1, zmm2', undefined],
	['div rcx', undefined],
	['lock add qword ptr [rdi], 0x1', undefined]
])('the form of %s', (text, form) => {
	expect(formOf(decoded(text))).toBe(form);
});

test.each([
	['add rax, qword ptr [rdi]', 'add r64, r64'],
	['cmp byte ptr [rdi], 0x1', 'cmp r8, i'],
	['addsd xmm1, qword ptr [rip + 0x10]', 'addsd xmm, xmm'],
	['cvtsi2sd xmm1, dword ptr [rdi]', 'cvtsi2sd xmm, r32'],
	['movhps xmm1, qword ptr [rdi]', 'movlhps xmm, xmm'],
	['vmovlpd xmm1, xmm2, qword ptr [rdi]', 'vmovsd xmm, xmm, xmm'],
	['mov rax, qword ptr [rdi]', undefined],
	['mov qword ptr [rdi], rax', undefined],
	['add rax, rcx', undefined]
])('%s calculates as %s does', (text, form) => {
	const register = registerFormOf(decoded(text));
	expect(register && formOf(register)).toBe(form);
});

test('every register has a name of each width', () => {
	expect([0, 4, 6, 9].map((number) => registerName(number, 'r8'))).toEqual([
		'al',
		'spl',
		'sil',
		'r9b'
	]);
	expect([0, 4, 6, 9].map((number) => registerName(number, 'r32'))).toEqual([
		'eax',
		'esp',
		'esi',
		'r9d'
	]);
	expect(registerName(3, 'ymm')).toBe('ymm3');
});
