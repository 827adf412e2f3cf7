import { expect, test } from 'vitest';
import { pathOf } from '../../fixtures/predict/loops.ts';
import { assembly, refuse, refuseCoverage, refuseModel } from './assembly.ts';
import { isaOf } from './isa-of.ts';
import { modelOf } from './models.ts';
import { decode } from './objdump.ts';

/** As llvm-objdump-22 prints them for arm64, and as its assembler takes them. */
test.each([
	['b.ne	0x11060 <kernel+0x20>', 'b.ne .Lt'],
	['tbz	w6, #0x0, 0x11060 <kernel+0x20>', 'tbz w6, #0x0, .Lt'],
	['cbnz	x2, 0x11060 <kernel+0x20>', 'cbnz x2, .Lt'],
	['bl	0x11000 <work>', 'bl .Lt'],
	['adrp	x4, 0x20000 <data+0x10>', 'adrp x4, .Lt'],
	['adr	x4, 0x20010', 'adr x4, .Lt'],
	['ldr	q0, 0x20010 <data>', 'ldr q0, .Lt'],
	['ldr	x0, [x1, #0x8]!', 'ldr x0, [x1, #0x8]!'],
	['add	x0, x1, x2, lsl #3', 'add x0, x1, x2, lsl #3'],
	['ld2	{ v0.4s, v1.4s }, [x0], #32', 'ld2 { v0.4s, v1.4s }, [x0], #32'],
	['fmov	d0, #1.00000000', 'fmov d0, #1.00000000'],
	['mrs	x3, TPIDR_EL0', 'mrs x3, TPIDR_EL0'],
	['mov	x0, #-0x1              // =-1', 'mov x0, #-0x1']
])('%s is given to the assembler as %s', (printed, given) => {
	expect(assembly(decode(0x11000, printed, isaOf('arm64')), 'arm64')).toBe(given);
});

test.each([
	['addr32 nop', 'nop'],
	['nop', 'nop'],
	['nop\tdword ptr [rax + rax]', 'nop dword ptr [rax + rax]'],
	['lock\t\tinc\tqword ptr [rax]', 'lock inc qword ptr [rax]'],
	['vcmplt_oqps\tk1, zmm1, zmm2', 'vcmplt_oqps k1, zmm1, zmm2'],
	[
		'vpaddd\tzmm0 {k1} {z}, zmm1, dword ptr [rax]{1to16}',
		'vpaddd zmm0 {k1} {z}, zmm1, dword ptr [rax]{1to16}'
	],
	['vaddps\tzmm0, zmm1, zmm2, {rn-sae}', 'vaddps zmm0, zmm1, zmm2, {rn-sae}']
])('of x86-64 %j is given to the assembler as %s', (printed, given) => {
	expect(assembly(decode(0x1000, printed, isaOf('x86-64')), 'x86-64')).toBe(given);
});

test('what is not plain is not given to an assembler', () => {
	const strange = (operand: string) => ({
		address: 1,
		text: '',
		mnemonic: 'ldr',
		prefixes: [],
		operands: ['x0', operand]
	});
	for (const operand of ['a\n.include "x"', '=0x1', 'x1; .byte 0', '"x"', 'x1 // LLVM-MCA-END'])
		expect(assembly(strange(operand), 'arm64')).toBeUndefined();
});

test('a loop that calls, is too long or empty is refused, to whichever tool', () => {
	const calls = pathOf('x86-64', ['call 0x2000 <work>', 'call rax', 'jne 0x1000']);
	expect(refuse(calls, 'x86-64')).toBe(
		'The loop calls work, a function through a pointer, and llvm-mca sees only the caller; a call is predicted only where the compiler inlines it.'
	);
	expect(refuse(calls, 'x86-64', 'OSACA')).toBe(
		'The loop calls work, a function through a pointer, and OSACA sees only the caller; a call is predicted only where the compiler inlines it.'
	);
	expect(refuse(pathOf('x86-64', ['call 0x2000', 'jne 0x1000']), 'x86-64')).toMatch(
		/^The loop calls a function of a library, and /
	);
	expect(refuse(pathOf('arm64', ['bl 0x2000 <work>', 'b.ne 0x1000']), 'arm64')).toBe(
		'The loop calls work, and llvm-mca sees only the caller; a call is predicted only where the compiler inlines it.'
	);
	const named = pathOf('x86-64', [`call 0x2000 <work${'<Both'.repeat(800)}>`, 'jne 0x1000']);
	expect(refuse(named, 'x86-64')?.length).toBeLessThan(200);
	const long = (length: number) => pathOf('arm64', Array<string>(length).fill('nop'));
	expect(refuse(long(400), 'arm64')).toBeUndefined();
	expect(refuse(long(401), 'arm64')).toBe(
		'One pass of the loop has 401 instructions, more than the 400 given to llvm-mca; try less unrolling.'
	);
	expect(refuse(long(0), 'arm64')).toBe('The loop has no instructions to predict.');
});

test('a loop whose passes take different ways has no single prediction', () => {
	expect(refuseCoverage(0.9)).toBeUndefined();
	expect(refuseCoverage(0.8999)).toBe(
		'The passes of the loop take different ways, only 89 % of them the most frequent one; llvm-mca predicts a single way.'
	);
});

test('a processor without the extension of an instruction is not asked for', () => {
	const by = (mcpu: string, instruction: string) => {
		const model = modelOf(mcpu);
		if (!model) throw new Error(`${mcpu} is not in the list`);
		return refuseModel(pathOf('x86-64', [instruction, 'jne 0x1000']), model);
	};
	const wide = 'vpxord zmm0, zmm0, zmm0';
	expect(by('haswell', wide)).toBe('haswell has no avx512f, which vpxord needs.');
	expect(by('alderlake', wide)).toBe('alderlake has no avx512f, which vpxord needs.');
	expect(by('znver4', '{vex} vpdpbusd ymm0, ymm1, ymm2')).toBe(
		'znver4 has no avx_vnni, which vpdpbusd needs.'
	);
	// The level stands for processors that are not known, and LLVM knows processors whose extensions we do not.
	for (const mcpu of ['znver4', 'sapphirerapids', 'x86-64-v3', 'lunarlake'])
		expect(by(mcpu, wide)).toBeUndefined();
	expect(by('znver4', 'vpdpbusd ymm0, ymm1, ymm2')).toBeUndefined();
	expect(by('haswell', 'vpxor ymm0, ymm0, ymm0')).toBeUndefined();
});

test('only the models that hang with an instruction refuse it', () => {
	const saves = pathOf('x86-64', ['xsave64 [rax]', 'jne 0x1000']);
	const by = (mcpu: string) => {
		const model = modelOf(mcpu);
		if (!model) throw new Error(`${mcpu} is not in the list`);
		return refuseModel(saves, model);
	};
	expect(by('emeraldrapids')).toBe(
		'llvm-mca never comes to an end with xsave64 in its SapphireRapids model; other models answer.'
	);
	expect(by('znver4')).toBeUndefined();
	expect(by('icelake-server')).toBeUndefined();
});
