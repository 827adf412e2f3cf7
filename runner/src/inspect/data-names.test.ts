import { expect, test } from 'vitest';
import { longestDataName } from '@cyclelab/contract/schema/code';
import { wrapInElf } from '../toolchains/dotnet-elf.ts';
import { variablesIn, withDataNames } from './data-names.ts';
import { isaOf } from './isa-of.ts';
import { parseListing } from './objdump.ts';

/** Sections are nobody's, the code's, and the table of symbols, which has an empty entry first. */
const [tableIndex, sectionsAt, sectionBytes, contentAt, entryBytes, infoAt] = [
	2, 0x28, 64, 0x18, 24, 4
];
const [variable, code] = [0x11, 0x12];

/** A program with one symbol for eight bytes at 0x2000. */
function program(kind: number) {
	const file = wrapInElf([{ name: 'packet', at: 0x2000, bytes: Buffer.alloc(8) }]);
	const header = Number(file.readBigUInt64LE(sectionsAt)) + tableIndex * sectionBytes;
	const table = Number(file.readBigUInt64LE(header + contentAt));
	file.writeUInt8(kind, table + entryBytes + infoAt);
	return file;
}

/** One instruction that llvm-objdump names a symbol for. */
const addressing = (address: number, name: string) =>
	parseListing(
		[
			`1000 <kernel>:`,
			` 1000:\tmov\teax, dword ptr [rip + 0x1] # 0x${address.toString(16)} <${name}>`
		].join('\n'),
		isaOf('x86-64')
	);
const namesOf = (address: number, name: string, file?: Buffer) =>
	withDataNames(addressing(address, name), file).flatMap(({ instructions }) =>
		instructions.map(({ referenceName }) => referenceName)
	);

test('variables are the symbols of data', () => {
	expect(variablesIn(program(variable))).toEqual([{ from: 0x2000, bytes: 8 }]);
	expect(variablesIn(program(code))).toEqual([]);
});

test('an address in a variable has its name, an address behind it has none', () => {
	const file = program(variable);
	expect(namesOf(0x2000, 'packet', file)).toEqual(['packet']);
	expect(namesOf(0x2007, 'packet+0x7', file)).toEqual(['packet+0x7']);
	expect(namesOf(0x2008, 'packet+0x8', file)).toEqual([undefined]);
	expect(namesOf(0x1fff, 'other', file)).toEqual([undefined]);
});

test('no name is believed without a table of symbols that has the variable', () => {
	expect(namesOf(0x2000, 'packet', program(code))).toEqual([undefined]);
	expect(namesOf(0x2000, 'packet', Buffer.from('MZ'))).toEqual([undefined]);
	expect(namesOf(0x2000, 'packet')).toEqual([undefined]);
});

test('a name that is too long is left out', () => {
	const [longest, longer] = [longestDataName, longestDataName + 1].map((length) =>
		'a'.repeat(length)
	);
	expect(namesOf(0x2000, longest ?? '', program(variable))).toEqual([longest]);
	expect(namesOf(0x2000, longer ?? '', program(variable))).toEqual([undefined]);
});
