import { expect, test } from 'vitest';
import { wrapInElf } from '../toolchains/dotnet-elf.ts';
import { functionNamed, hasOddNames, isElf, namesOfCode } from './elf-sections.ts';

const program = (...names: string[]) =>
	wrapInElf(
		names.map((name, index) => ({ name, at: 0x1000 + 16 * index, bytes: Buffer.from([0xc3]) }))
	);
const sectionsAt = 0x28;
/** Of a section's header. */
const [nameAt, typeAt, flagsAt] = [0, 4, 8];
const header = (file: Buffer, index: number) =>
	Number(file.readBigUInt64LE(sectionsAt)) + 64 * index;

test('an ELF is known by its first bytes', () => {
	expect(isElf(program('kernel'))).toBe(true);
	expect([isElf(Buffer.from('MZ')), isElf(Buffer.alloc(64))]).toEqual([false, false]);
});

test('sections with code are those with instructions in the file', () => {
	const file = program('kernel');
	expect(namesOfCode(file)).toEqual(['.text']);
	file.writeBigUInt64LE(2n, header(file, 1) + flagsAt);
	expect(namesOfCode(file)).toEqual([]);
});

test('a name that two sections have tells nothing', () => {
	expect(namesOfCode(program('kernel', 'other'))).toBeUndefined();
});

test('a section without a name, and one whose name lies outside of the table, tell nothing', () => {
	for (const name of [0, 0xffff_fff0]) {
		const file = program('kernel');
		file.writeUInt32LE(name, header(file, 1) + nameAt);
		expect(namesOfCode(file)).toBeUndefined();
	}
});

test('code of another type than instructions in the file is none', () => {
	const file = program('kernel');
	const withoutBytes = 8;
	file.writeUInt32LE(withoutBytes, header(file, 1) + typeAt);
	expect(namesOfCode(file)).toEqual([]);
});

test('a file that is cut off, or no ELF, tells nothing', () => {
	const file = program('kernel');
	expect(namesOfCode(file.subarray(0, file.length - 8))).toBeUndefined();
	expect(namesOfCode(Buffer.alloc(0))).toBeUndefined();
});

test('names of any length and alphabet are plain', () => {
	const names = ['kernel', 'operator<<(std::ostream&, é)', 'x'.repeat(10_000), ''];
	expect(hasOddNames(program(...names))).toBe(false);
});

test.each(['a\nb', '\t', 'kernel\r', '\x7f', '\x1b[2J'])(
	'a control character is odd: %j',
	(name) => {
		expect(hasOddNames(program('kernel', name))).toBe(true);
	}
);

test('tables of names outside of the file are odd', () => {
	const file = program('kernel');
	expect(hasOddNames(file.subarray(0, file.length - 8))).toBe(true);
	file.writeUInt16LE(0xffff, 0x3c);
	expect(hasOddNames(file)).toBe(true);
});

test('a function is found by its name, if that is the only one in the section', () => {
	const file = program('kernel', 'sample');
	expect(functionNamed(file, 'sample')).toBe(0x1010);
	expect(functionNamed(file, 'samp')).toBeUndefined();
	expect(functionNamed(program('sample', 'sample'), 'sample')).toBeUndefined();
	// Each of the wrapped functions has a section `.text` of its own.
	expect(functionNamed(program('sample'), 'sample', '.text')).toBe(0x1000);
	expect(functionNamed(program('sample'), 'sample', 'cyclelab_text')).toBeUndefined();
	expect(functionNamed(Buffer.from('MZ'), 'sample')).toBeUndefined();
});
