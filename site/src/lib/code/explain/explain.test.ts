/** Every instruction of the recorded listings has a sentence; the sentences of some, whole. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { terms } from '../../glossary/all-terms.ts';
import arm64 from './arm64.txt?raw';
import { explain } from './explain.ts';
import { readForms } from './forms.ts';
import x86 from './x86-64.txt?raw';

const fixtures = new URL('../../../../../runner/fixtures/', import.meta.url);

/** Instructions of objdump's listings, each text once. */
function recorded(target: 'x86-64' | 'arm64'): string[] {
	const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter(
		(file) => /objdump.*\.txt$/.test(file) && file.includes('arm64') === (target === 'arm64')
	);
	const comment = target === 'arm64' ? /\s+\/\/.*$/ : /\s+#.*$/;
	const texts = files.flatMap((file) =>
		readFileSync(new URL(file, fixtures), 'utf8')
			.split('\n')
			.flatMap((line) => /^\s+[\da-f]+:\s+(\S.*)$/.exec(line)?.[1] ?? [])
	);
	return [
		...new Set(texts.map((text) => text.replace(comment, '').replaceAll('\t', ' ').trim()))
	].filter((text) => !/^(<unknown>|lock|rep|repne)$/.test(text));
}

test.each(['x86-64', 'arm64'] as const)(
	'every recorded instruction of %s has a sentence',
	(target) => {
		const texts = recorded(target);
		expect(texts.length).toBeGreaterThan(400);
		const without = texts.filter((text) => {
			const found = explain({ text }, target, undefined);
			return found === undefined || /[{}]|undefined/.test(found.sentence);
		});
		expect(without).toEqual([]);
	}
);

test.each([
	['add eax, dword ptr [rip + 0x12]', 'Adds the 4 bytes at packet to eax.'],
	[
		'lea rax, [rdi + 8*rcx - 0x10]',
		'Computes the address [rdi + 8*rcx - 0x10] and writes it to rax; it loads nothing.'
	],
	['xor eax, eax', 'Sets eax to zero: the usual way to do so, which waits for nothing.'],
	['test rdi, rdi', 'Sets the flags by rdi: whether it is zero, and its sign.'],
	['jne 0x2013c0', 'Jumps to .L1 if the values differed, or the result was not zero (ZF).'],
	['jmp qword ptr [8*rdx + 0x200538]', 'Jumps to the address in the 8 bytes at packet.'],
	[
		'lock inc qword ptr [rax]',
		'Adds 1 to the 8 bytes at packet, and leaves the carry flag alone. In one step, which no other core can divide.'
	],
	[
		'rep movsb byte ptr es:[rdi], byte ptr [rsi]',
		'Copies memory from [rsi] to [rdi], and moves both on; repeats that rcx times.'
	],
	[
		'vaddpd ymm0, ymm1, ymm2',
		'Adds the 4 floats of 8 bytes of ymm2 to those of ymm1; the result goes to ymm0.'
	],
	[
		'addsd xmm0, xmm1',
		'Adds the lowest float of 8 bytes of xmm1 to that of xmm0; the result goes to xmm0.'
	],
	[
		'movsd xmm0, qword ptr [rax]',
		'Loads a float of 8 bytes from the 8 bytes at packet into xmm0, and sets the rest of the register to zero.'
	],
	[
		'vfmadd231ps zmm0, zmm1, zmm2',
		'Multiplies the 16 floats of 4 bytes of zmm1 by those of zmm2, adds zmm0, and rounds once, into zmm0.'
	],
	[
		'vpsrlq ymm0, ymm1, 0x20',
		'Shifts the 4 integers of 8 bytes of ymm1 right by 32 bits, filled with zeros; the result goes to ymm0.'
	],
	[
		'psrlq xmm0, 0x20',
		'Shifts the 2 integers of 8 bytes of xmm0 right by 32 bits, filled with zeros; the result goes to xmm0.'
	],
	[
		'vcvtsi2sd xmm0, xmm3, rax',
		'Converts an integer in rax to the lowest float of 8 bytes, into xmm0.'
	],
	[
		'vpaddd zmm0 {k1} {z}, zmm1, zmm2',
		'Adds the 16 integers of 4 bytes of zmm2 to those of zmm1; what does not fit is lost; the result goes to zmm0. Only elements whose bit in k1 is set; the others become zero.'
	],
	[
		'vpgatherdd ymm0, dword ptr [rax + 4*ymm1], ymm2',
		'Loads each element of ymm0 from an address of its own, the 4 bytes at packet, where the mask allows it.'
	]
])('x86-64: %s', (text, sentence) => {
	expect(explain({ text, data: 'packet' }, 'x86-64', '.L1')?.sentence).toBe(sentence);
});

test.each([
	['ldr x0, [x1], #8', 'Loads 8 bytes from the memory at [x1] into x0, and then adds 8 to x1.'],
	['ldrsb w0, [x1, x2]', 'Loads 1 byte from the memory at [x1, x2] into w0, with their sign.'],
	[
		'stp x29, x30, [sp, #-0x10]!',
		'Stores x29 and x30 in the memory at [sp, #-0x10], one behind the other, after moving sp there.'
	],
	['b.ne 0x210a30', 'Jumps to .L1 if the values differed.'],
	['cbnz w0, 0x211264', 'Jumps to .L1 if w0 is not zero.'],
	['add x0, x0, #0x10', 'Adds x0 and 16 into x0.'],
	[
		'ldadd x1, x2, [x3]',
		'Adds x1 to the memory at [x3] in one step, and writes the former value to x2.'
	],
	['fmadd d0, d1, d2, d3', 'Multiplies d1 by d2, adds d3, and rounds once, into d0.']
])('arm64: %s', (text, sentence) => {
	expect(explain({ text }, 'arm64', '.L1')?.sentence).toBe(sentence);
});

test('the address of a direct jump is not explained as a number', () => {
	expect(explain({ text: 'jne 0x2013c0' }, 'x86-64', '.L1')?.operands).toEqual([]);
	expect(explain({ text: 'cmp eax, 0x2013c0' }, 'x86-64', undefined)?.operands).toContainEqual({
		text: '0x2013c0',
		note: 'the constant 2102208'
	});
});

test('what an instruction reads and writes, and what its operands are', () => {
	expect(explain({ text: 'add eax, dword ptr [rsi + 4*rcx]' }, 'x86-64', undefined)).toEqual({
		sentence: 'Adds the 4 bytes at [rsi + 4*rcx] to eax.',
		reads: ['eax', 'rsi', 'rcx', 'the 4 bytes at [rsi + 4*rcx]'],
		writes: ['eax', 'the flags'],
		operands: [
			{
				text: 'eax',
				note: 'the lower 32 bits of rax; an instruction that writes them sets the upper 32 to zero'
			},
			{
				text: 'dword ptr [rsi + 4*rcx]',
				note: 'dword ptr: 4 bytes of memory; its address is rsi plus 4 times rcx'
			}
		],
		term: 'cache'
	});
	expect(explain({ text: 'xor eax, eax' }, 'x86-64', undefined)).toMatchObject({
		reads: [],
		writes: ['eax', 'the flags']
	});
	expect(explain({ text: 'mul r15' }, 'x86-64', undefined)).toMatchObject({
		reads: ['r15', 'rax'],
		writes: ['rax', 'rdx', 'the flags']
	});
});

test.each([
	['x86-64', x86],
	['arm64', arm64]
])('the table of %s has whole sentences, accesses and terms of the glossary', (_, table) => {
	for (const [name, { says, access, flags = 'r', term = 'latency' }] of readForms(table)) {
		expect(says, name).toMatch(/^[A-Z].*[.]$/);
		expect(access, name).toMatch(/^([rwbat]( [rwbat])*)?$/);
		expect(['r', 'w', 'b'], name).toContain(flags);
		expect(Object.keys(terms), name).toContain(term);
	}
});

test('an instruction without a sentence has none, and no text fails', () => {
	expect(explain({ text: 'frobnicate rax' }, 'x86-64', undefined)).toBeUndefined();
	for (const text of ['', ' ', '[', 'add', 'add ,', 'vpsrlq', '{k1}', 'lock', 'add [[[, ]]]'])
		expect(() => explain({ text }, 'x86-64', undefined)).not.toThrow();
	for (const text of ['', 'ldr', 'ldr [', 'csel', 'ldp x0', 'cas'])
		expect(() => explain({ text }, 'arm64', undefined)).not.toThrow();
});
