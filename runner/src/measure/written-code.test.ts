import { expect, test } from 'vitest';
import { harnessCode, writtenCode, writtenHarness } from './written-code.ts';

/** One executed segment at 0x400000, the file's whole: headers, then the kernel at 0x400078. */
const file = Buffer.alloc(0x90);
Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(file);
file.writeBigUInt64LE(64n, 0x20);
file.writeUInt16LE(56, 0x36);
file.writeUInt16LE(1, 0x38);
file.writeUInt32LE(1, 64);
file.writeUInt32LE(5, 68);
file.writeBigUInt64LE(0x40_0000n, 64 + 0x10);
file.writeBigUInt64LE(BigInt(file.length), 64 + 0x20);
// imul rax, rax; dec rcx; jne; ret; eight bytes of data
Buffer.from('480fafc048ffc975f7c30102030405060708', 'hex').copy(file, 0x78);

const functions = [
	{
		symbol: 'kernel',
		address: '0x400078',
		instructions: ['0x400078', '0x40007c', '0x40007f', '0x400081'].map((address) => ({
			address,
			text: 'imul rax, rax'
		}))
	}
];
const written = (...code: [number, number, string][]) => writtenCode({ functions }, { code }, file);

test('the bytes of the file are no doubt, whatever data follows them', () => {
	const code: [number, number, string][] = [
		[0x40_0078, 9, '480fafc048ffc975f7c30102030405'],
		[0x40_007c, 9, '48ffc975f7c3ffffffffffffffffff'],
		[0x40_007f, 9, '75f7c3']
	];
	expect(written(...code)).toBeUndefined();
});

test('another instruction is named with its place and both codes', () => {
	expect(written([0x40_0078, 9, '0f1f400048ffc975f7c30102030405'])).toBe(
		"In a run that was timed, the instructions that ran are not those of the program's file at 0x400078 (kernel): 0f 1f 40 00 instead of 48 0f af c0."
	);
	// A jump into the middle of an instruction has no name; its bytes are compared up to the next instruction that has one.
	expect(written([0x40_0079, 1, '90afc0'])).toBe(
		"In a run that was timed, the instructions that ran are not those of the program's file at 0x400079: 90 af c0 instead of 0f af c0."
	);
});

test('an instruction that was other for some passes only is found', () => {
	const [usual, other] = ['480fafc048ffc9', '480fafc948ffc9'];
	expect(written([0x40_0078, 4090, usual], [0x40_0078, 1, other])).toContain('48 0f af c9');
});

test('code that the file does not have is not compared', () => {
	expect(written([0x7f00_0000_1000, 9, '90'], [0x40_0090, 9, '90'])).toBeUndefined();
});

/** A file with a section of eight bytes at 0x202000, as a section's header and a table of names describe it. */
const withHarness = () => {
	const [names, code, table, headers] = [0x40, 0x60, 0x68, 0x80];
	const elf = Buffer.alloc(headers + 3 * 64);
	Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(elf);
	elf.write('\0cyclelab_text\0.names\0', names, 'latin1');
	Buffer.from('4831c048ffc0c390', 'hex').copy(elf, code);
	elf.writeBigUInt64LE(BigInt(headers), 0x28);
	[64, 3, 2].forEach((value, index) => elf.writeUInt16LE(value, 0x3a + 2 * index));
	const section = (index: number, name: number, type: number, flags: number, from: number) => {
		const at = headers + index * 64;
		elf.writeUInt32LE(name, at);
		elf.writeUInt32LE(type, at + 4);
		elf.writeBigUInt64LE(BigInt(flags), at + 8);
		elf.writeBigUInt64LE(0x202000n, at + 0x10);
		elf.writeBigUInt64LE(BigInt(from), at + 0x18);
		elf.writeBigUInt64LE(BigInt(index === 1 ? table - code : code - names), at + 0x20);
	};
	section(1, 1, 1, 4, code);
	section(2, 15, 3, 0, names);
	return elf;
};

test('the code of the harness in memory is compared with that of the file, at both moments', () => {
	const elf = withHarness();
	const built = harnessCode(elf);
	expect([built?.address, built?.bytes.toString('hex')]).toEqual([0x202000, '4831c048ffc0c390']);
	const [same, other] = ['4831c048ffc0c390', '4831c048ffc1c390'];
	const at = (...harness: [string, string]) => writtenHarness({ harness }, elf);
	expect(at(same, same)).toBeUndefined();
	const changed =
		"In a run that was timed, the code of the harness, with the rulers of its clock, is not that of the program's file at 0x202005.";
	expect([at(other, same), at(same, other)]).toEqual([changed, changed]);
	expect(writtenHarness({}, elf)).toBeUndefined();
	expect(writtenHarness({ harness: [other, other] }, file)).toBeUndefined();
});
