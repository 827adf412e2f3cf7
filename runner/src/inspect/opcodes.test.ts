/** Which instructions get which badge; the others get none. */
import { expect, test } from 'vitest';
import { isaOf } from './isa-of.ts';
import { decode } from './objdump.ts';
import { opcodeBadges } from './badges.ts';

const x86 = isaOf('x86-64');
const badgesOf = (text: string) =>
	opcodeBadges([decode(0x1000, text, x86)], x86).map(({ id, weight, addresses }) => {
		expect({ weight, addresses }).toEqual({ weight: 'outside-model', addresses: ['0x1000'] });
		return id;
	});

test.each([
	['lock inc qword ptr [rax]', 'locked'],
	['xchg qword ptr [rax], rcx', 'locked'],
	['pause', 'pause'],
	['mfence', 'fence'],
	['rep movsb byte ptr es:[rdi], byte ptr [rsi]', 'repeated'],
	['div rcx', 'division'],
	['idiv dword ptr [rax]', 'division'],
	['call 0x2000 <f>', 'call'],
	['cpuid', 'system'],
	['rdtsc', 'system'],
	['syscall', 'system'],
	['xsetbv', 'system'],
	['vgatherdpd ymm0, ymmword ptr [rax + 8*xmm1], ymm2', 'gather'],
	['vpscatterdd dword ptr [rax + 4*zmm1] {k1}, zmm0', 'gather'],
	['vmovntdq ymmword ptr [rax], ymm0', 'non-temporal'],
	['vmaskmovdqu xmm0, xmm1', 'non-temporal'],
	['fsin', 'microcode'],
	['fscale', 'microcode'],
	['vpcmpistri xmm0, xmm1, 0x0', 'microcoded'],
	['pcmpestrm xmm0, xmm1, 0x4', 'microcoded'],
	['bts qword ptr [rax], rcx', 'microcoded'],
	['fadd st, st(1)', 'x87-stack'],
	['fld xword ptr [rsp]', 'x87-stack'],
	['fild qword ptr [rax]', 'x87-stack'],
	['fstp st(1)', 'x87-stack'],
	['fxch st(1)', 'x87-stack'],
	['fdivrp st(1), st', 'x87-stack'],
	['fucompi st, st(1)', 'x87-stack'],
	['fcmovnbe st, st(2)', 'x87-stack'],
	['fld1', 'x87-stack'],
	['ldmxcsr dword ptr [rsp]', 'control-word'],
	['vstmxcsr dword ptr [rsp]', 'control-word'],
	['fldcw word ptr [rsp]', 'control-word'],
	['cld', 'control-word'],
	['popfq', 'control-word'],
	['xbegin 0x2000', 'transaction']
])('%s is outside the model: %s', (text, id) => {
	expect(badgesOf(text)).toEqual([id]);
});

test.each([
	'xchg rax, rcx',
	'bts rax, rcx',
	'bt dword ptr [rax], 0x5',
	'add qword ptr [rax], rcx',
	'movsb byte ptr es:[rdi], byte ptr [rsi]',
	'divsd xmm0, xmm1',
	'vmaskmovps ymm0, ymm1, ymmword ptr [rax]',
	'fnop',
	'femms',
	'vzeroupper'
])('%s is not', (text) => {
	expect(badgesOf(text)).toEqual([]);
});
