import { describe, expect, test } from 'vitest';
import { programLines } from './program-lines.ts';

const u16 = (value: number) => [value & 0xff, value >> 8];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];
const u64 = (value: number) => [...u32(value % 2 ** 32), ...u32(Math.floor(value / 2 ** 32))];
const text = (value: string) => [...Buffer.from(value, 'latin1'), 0];
const unit = (bytes: readonly number[]) => [...u32(bytes.length), ...bytes];

/** An ELF with these sections and no other content. */
function elf(sections: Record<string, readonly number[]>): Buffer {
	const all = Object.entries(sections);
	const names = text(['', ...all.map(([name]) => name), '.shstrtab'].join('\0'));
	const parts = [
		...all.map(([name, bytes]) => ({ name, bytes })),
		{ name: '.shstrtab', bytes: names }
	];
	let at = 64;
	const headers = parts.map(({ name, bytes }) => {
		const from = at;
		at += bytes.length;
		const nameAt = Buffer.from(names).indexOf(`\0${name}\0`) + 1;
		return [
			...u32(nameAt),
			...u32(1),
			...u64(0),
			...u64(0),
			...u64(from),
			...u64(bytes.length),
			...Array<number>(24).fill(0)
		];
	});
	const file = Buffer.from([
		0x7f,
		0x45,
		0x4c,
		0x46,
		2,
		1,
		1,
		...Array<number>(33).fill(0),
		...u64(at),
		...Array<number>(64 - 48).fill(0),
		...parts.flatMap(({ bytes }) => bytes),
		...headers.flat()
	]);
	file.writeUInt16LE(64, 0x3a);
	file.writeUInt16LE(parts.length, 0x3c);
	file.writeUInt16LE(parts.length - 1, 0x3e);
	return file;
}

const [advancePc, advanceLine, setFile, copy] = [2, 3, 4, 1];
const setAddress = (address: number) => [0, 9, 2, ...u64(address)];
const end = [0, 1, 1];
const lengths = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];

/** A line table of version 5; file 1 is the learner's, file 2 a header. */
function table(program: readonly number[], { version = 5, address = 8 } = {}): number[] {
	const header = [
		1,
		1,
		1,
		0xfb,
		14,
		13,
		...lengths,
		1,
		1,
		0x1f,
		1,
		...u32(0),
		2,
		1,
		0x1f,
		2,
		0x0b,
		3,
		...u32(1),
		0,
		...u32(1),
		0,
		...u32(8),
		0
	];
	return unit([...u16(version), address, 0, ...u32(header.length), ...header, ...program]);
}
const strings = [...text(''), ...text('word.c'), ...text('/usr/include/header.h')];

const plainTags = [1, 0x11, 1, 0x25, 0x21, 5, 0, 0, 0];
const inlinedTags = [...plainTags.slice(0, -1), 2, 0x1d, 0, 0x31, 0x13, 0, 0, 0];

const program = (lineTable: readonly number[], abbreviations: readonly number[] = plainTags) =>
	elf({
		'.debug_info': unit([...u16(5), 1, 8, ...u32(0)]),
		'.debug_abbrev': abbreviations,
		'.debug_line': lineTable,
		'.debug_line_str': strings
	});

/** 0x1000: line 7; 0x1004: line 9; 0x1008: line 0; 0x100c: line 3 of the header; ends at 0x1010. */
const rows = [
	...setAddress(0x1000),
	advanceLine,
	6,
	copy,
	// A special opcode: 4 bytes and 2 lines further.
	13 + 14 * 4 + (2 + 5),
	advancePc,
	4,
	advanceLine,
	0x77,
	copy,
	advancePc,
	4,
	setFile,
	2,
	advanceLine,
	3,
	copy,
	advancePc,
	4,
	...end
];
const addresses = [0xfff, 0x1000, 0x1003, 0x1004, 0x1008, 0x100c, 0x1010];
const read = (bytes: Buffer) => programLines(bytes, addresses, 'word.c');

test('an address has the line of the last row at or below it, if the row is of the learner’s file', () => {
	expect(read(program(table(rows)))).toEqual({
		lines: new Map([
			[0x1000, 7],
			[0x1003, 7],
			[0x1004, 9]
		]),
		open: []
	});
});

test('an address of inlined code without a line of the file is left open, one without a row is not', () => {
	expect(read(program(table(rows), inlinedTags))?.open).toEqual([0x1008, 0x100c]);
});

test('of two sequences, each has its addresses, whatever their order', () => {
	const second = [...setAddress(0x100), advanceLine, 1, copy, advancePc, 8, ...end];
	const bytes = program(table([...rows, ...second]));
	expect(programLines(bytes, [0x104, 0x108, 0x1004], 'word.c')?.lines).toEqual(
		new Map([
			[0x104, 2],
			[0x1004, 9]
		])
	);
});

test('of two rows with one address, the later one counts', () => {
	const twice = [...setAddress(0x1000), copy, advanceLine, 4, copy, advancePc, 4, ...end];
	expect(read(program(table(twice)))?.lines.get(0x1000)).toBe(5);
});

describe('what is not read here is left to llvm-symbolizer:', () => {
	const whole = program(table(rows));
	test.each<[string, Buffer]>([
		['another version', program(table(rows, { version: 4 }))],
		['addresses of 4 bytes', program(table(rows, { address: 4 }))],
		['several line tables', program([...table(rows), ...table(rows)])],
		[
			'several units',
			elf({
				'.debug_info': [...unit([...u16(5), 1, 8, ...u32(0)]), ...unit([1])],
				'.debug_abbrev': plainTags,
				'.debug_line': table(rows),
				'.debug_line_str': strings
			})
		],
		['rows that go back', program(table([...setAddress(8), copy, ...setAddress(4), copy, ...end]))],
		['an opcode that is cut off', program(table([...rows, 0, 9, 2]))],
		['a number of many bytes', program(table([advancePc, ...Array<number>(9).fill(0xff), 1]))],
		['no debug information', elf({ '.text': [0xc3] })],
		['a file that is cut off', whole.subarray(0, whole.length - 64)],
		['a file that is no ELF', Buffer.from('MZ')]
	])('%s', (_, bytes) => expect(read(bytes)).toBeUndefined());
});
