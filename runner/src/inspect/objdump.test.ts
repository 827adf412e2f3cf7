import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assembly } from './assembly.ts';
import { readCounts } from './count.ts';
import { isaOf } from './isa-of.ts';
import { decode, parseListing, readBytes } from './objdump.ts';

const x86 = isaOf('x86-64');

const listing = (lines: string[]) =>
	parseListing(['0000000000201840 <f>:', ...lines].join('\n'), x86);

test('a prefix on a separate line is one instruction with the next line', () => {
	expect(listing(['  201840:      	lock', '  201841:      	inc	qword ptr [rax]'])).toEqual([
		{
			symbol: 'f',
			address: 0x201840,
			instructions: [
				{
					address: 0x201840,
					text: 'lock inc qword ptr [rax]',
					mnemonic: 'inc',
					prefixes: ['lock'],
					operands: ['qword ptr [rax]']
				}
			]
		}
	]);
});

test('comments and names are cut, whatever characters a name of C++ has', () => {
	expect(decode(1, 'add	eax, dword ptr [rip + 0x302c] # 0x204918 <packet>', x86)).toEqual({
		address: 1,
		text: 'add eax, dword ptr [rip + 0x302c]',
		mnemonic: 'add',
		prefixes: [],
		operands: ['eax', 'dword ptr [rip + 0x302c]'],
		reference: 0x204918,
		referenceName: 'packet'
	});
	expect(
		decode(1, 'lea	rdi, [rip + 0x1026]     # 0x257310 <table<a, b>::of(c#)+0x8>', x86)
	).toMatchObject({ reference: 0x257310, referenceName: 'table<a, b>::of(c#)+0x8' });

	const call = decode(1, 'call	0x4010 <a<b>::operator<<(c#>)+0x10>', x86);
	expect(call.callee).toBe('a<b>::operator<<(c#>)');
	expect(assembly(call, 'x86-64')).toBe('call .Lt');

	const indirect = decode(1, 'call	0x205130 <__libc_start_main+0x205130>', x86);
	expect(indirect.text).toBe('call 0x205130');
	expect(indirect).not.toHaveProperty('callee');
	const numbered = decode(1, 'call	0x2ffbc0 <_nl_current_LC_NUMERIC_used+0x2ffbbf>', x86);
	expect(numbered.text).toBe('call 0x2ffbc0');
	expect(numbered).not.toHaveProperty('callee');
});

const linkage = (slot: string) => [
	'DYNAMIC RELOCATION RECORDS',
	'0000000000003f48 R_X86_64_GLOB_DAT        __cxa_finalize',
	'0000000000003f80 R_X86_64_JUMP_SLOT       memcpy',
	`0000000000003fa0 R_X86_64_JUMP_SLOT       ${slot}`,
	'Disassembly of section .text:',
	'0000000000001990 <f>:',
	'    1990:      	call	0x1d20 <_ZSt9terminatev@plt>',
	'Disassembly of section .plt:',
	'0000000000001cd0 <.plt>:',
	'0000000000001d10 <memcpy@plt>:',
	'0000000000001d20 <_ZSt9terminatev@plt>:',
	'    1d20:      	jmp	qword ptr [rip + 0x227a] # 0x3fa0 <_GLOBAL_OFFSET_TABLE_+0x38>'
];

test('a function of a library of C++ has its demangled name where it is called', () => {
	const called = (lines: string[]) => parseListing(lines.join('\n'), x86)[0]?.instructions[0];
	expect(called(linkage('std::terminate()'))).toMatchObject({
		callee: 'std::terminate()',
		text: 'call 0x1d20 <std::terminate()>'
	});
	const fewer = linkage('std::terminate()').filter((line) => !line.endsWith(' memcpy'));
	expect(called(fewer)?.callee).toBe('_ZSt9terminatev');
});

test('a branch keeps its target as data, and a label is what the assembler gets', () => {
	const jump = decode(1, 'jne	0x2018c0 <kernel+0x40>', x86);
	expect(jump).toEqual({
		address: 1,
		text: 'jne 0x2018c0',
		mnemonic: 'jne',
		prefixes: [],
		operands: ['0x2018c0'],
		flow: 'branch',
		target: 0x2018c0,
		callee: 'kernel'
	});
	expect(assembly(jump, 'x86-64')).toBe('jne .Lt');
});

test('arm64: comments begin with two slashes, immediates with a number sign, and a bare number is an address', () => {
	const arm64 = isaOf('arm64');
	expect(decode(1, 'mov	w24, #0xcd16            // =52502', arm64)).toEqual({
		address: 1,
		text: 'mov w24, #0xcd16',
		mnemonic: 'mov',
		prefixes: [],
		operands: ['w24', '#0xcd16']
	});
	expect(decode(1, 'tbz	w20, #0x6, 0x2101b0 <a::b<c>()+0x58>', arm64)).toEqual({
		address: 1,
		text: 'tbz w20, #0x6, 0x2101b0',
		mnemonic: 'tbz',
		prefixes: [],
		operands: ['w20', '#0x6', '0x2101b0'],
		flow: 'branch',
		target: 0x2101b0,
		callee: 'a::b<c>()'
	});
	expect(decode(1, 'adrp	x21, 0x220000 <cp+0xfd38>', arm64)).toMatchObject({
		text: 'adrp x21, 0x220000',
		reference: 0x220000
	});
	expect(decode(1, 'ld4	{ v0.16b, v1.16b }, [x0, x1], #64', arm64).operands).toEqual([
		'{ v0.16b, v1.16b }',
		'[x0, x1]',
		'#64'
	]);
	const flows = [
		'b	0x10',
		'br	x8',
		'b.eq	0x10',
		'blr	x8',
		'ret',
		'brk	#0x1',
		'bic	x0, x1, x2'
	];
	expect(flows.map((words) => decode(1, words, arm64).flow)).toEqual([
		'jump',
		'jump',
		'branch',
		'call',
		'end',
		'end',
		undefined
	]);
});

test('what turns the direction of a name is shown by its number, where it is called, too', () => {
	const [first] = parseListing(
		'0000000000201840 <a\u202eb>:\n  201840:      \tcall\t0x201840 <a\u202eb>\n',
		x86
	);
	expect(first?.symbol).toBe('a<U+202E>b');
	expect(first?.instructions[0]).toMatchObject({
		text: 'call 0x201840 <a<U+202E>b>',
		callee: 'a<U+202E>b'
	});
});

test('a symbol with a line break cannot bring a directive to the assembler', () => {
	const [f] = listing(['  201840:      	call	0x1 <x', '  201845:      	.include "x"', '>']);
	expect(f?.instructions.map((instruction) => assembly(instruction, 'x86-64'))).toEqual([
		'call .Lt',
		undefined
	]);
});

test('any text is read without an exception', () => {
	const lines = fc.array(
		fc.oneof(
			fc.string({ unit: 'binary' }),
			fc.string().map((text) => `  2018: \t${text}`)
		)
	);
	fc.assert(
		fc.property(lines, (some) => {
			const functions = listing(some);
			for (const { instructions } of functions)
				instructions.forEach((instruction) => assembly(instruction, 'x86-64'));
			readCounts(Buffer.from(some.join('\n')), functions);
			readCounts(Buffer.from(`start 3 1 2\n${some.join('\n')}`), functions);
		})
	);
}, 30_000);

test('lines of 10 MB are read in time that grows with their length only', () => {
	const characters = 10_000_000;
	for (const unit of ['a', ' ', '<', ':', '\t', '# ', '0', '[', '/', '; '])
		expect(() => listing([unit.repeat(characters / unit.length)])).not.toThrow();
}, 20_000);

test('prefixes without number are none of an instruction, and are not kept', () => {
	const locks = Array.from({ length: 20_000 }, (_, i) => `  ${(i + 1).toString(16)}: \tlock`);
	const [one] = listing([...locks, '  ffffff: \tinc\tqword ptr [rax]']);
	expect(one?.instructions.map(({ address, prefixes }) => [address, prefixes.length])).toEqual([
		[1, 14]
	]);
});

test('a constant at an address that a double cannot distinguish from the next one is looked for once', () => {
	const far = parseListing(
		`0000000000201840 <f>:\n  201840: \tldr\tx0, 0x${(2 ** 55).toString(16)}\n`,
		isaOf('arm64')
	);
	expect(far).toHaveLength(1);
});

test('bytes and text of each instruction are read by its address, prefixes of their own row with it', () => {
	const listing = [
		'0000000000201380 <kernel>:',
		'  201380: 48 8b 05 79 1c 00 00         \tmovq\t0x1c79(%rip), %rax        # 0x203000 <packet>',
		'  201387: f0                           \tlock',
		'  201388: 48 0f c1 07                  \txaddq\t%rax, (%rdi)',
		'  20138c: c3                           \tretq',
		''
	].join('\n');
	expect([...readBytes(listing)]).toEqual([
		[0x201380, { bytes: '488b05791c0000', text: 'movq 0x1c79(%rip), %rax' }],
		[0x201387, { bytes: 'f0480fc107', text: 'lock xaddq %rax, (%rdi)' }],
		[0x20138c, { bytes: 'c3', text: 'retq' }]
	]);
});
