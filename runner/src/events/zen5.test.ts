import { expect, test } from 'vitest';
import type { Decoded } from '../inspect/listing.ts';
import { correctionOf } from './zen5.ts';

const decoded = (text: string): Decoded => {
	const [mnemonic = '', ...rest] = text.split(' ');
	const operands = rest.join(' ').split(', ').filter(Boolean);
	return { address: 0, text, mnemonic, prefixes: [], operands };
};

test.each([
	['vpaddd xmm0, xmm0, xmm1', { later: 1, part: 1 }],
	['vpaddd zmm0, zmm0, zmm1', { later: 1, part: 1 / 2 }],
	['vpslld ymm0, ymm0, 3', { later: 1, part: 1 }],
	['vaddsd xmm0, xmm0, xmm1', { later: 0, part: 1, sooner: 1 }],
	['vmulpd ymm0, ymm0, ymm1', undefined],
	['lea rax, [rax + 8*rdi]', { later: -1 }],
	['div rcx', undefined]
])('%s', (text, expected) => {
	const found = correctionOf(decoded(text));
	if (expected) expect(found).toMatchObject(expected);
	else expect(found).toBeUndefined();
});

/** Cycles of the group of units that an instruction takes for longest: the pace of a stream of it. */
test.each([
	['mov rax, qword ptr [rdi]', 0.25],
	['add rax, qword ptr [rdi]', 0.25],
	['add rax, rbx', 0.19],
	['cmp rax, rbx', 0.17],
	['mov eax, 5', 0.17],
	['shl rax, 3', 0.33],
	['imul rax, rbx', 0.33],
	['lea rax, [rax + rdi + 0x8]', 0.5],
	['mov qword ptr [rdi], rax', 0.5],
	['inc dword ptr [rdi]', 0.5],
	['vmovdqu ymmword ptr [rdi], ymm0', 0.5],
	['vmovdqu64 zmmword ptr [rdi], zmm0', 1],
	['vmovups ymm0, ymmword ptr [rdi]', 0.5],
	['mov rax, rbx', 0]
])('a stream of %s takes %d cycles each', (text, cycles) => {
	const takes = correctionOf(decoded(text))?.takes ?? [];
	expect(Math.max(0, ...takes.map(([, one]) => one))).toBeCloseTo(cycles, 2);
});
