import { expect, test } from 'vitest';
import { wrapInElf } from '../toolchains/dotnet-elf.ts';
import { hasOddNames } from './elf-names.ts';

const program = (...names: string[]) =>
	wrapInElf(
		names.map((name, index) => ({ name, at: 0x1000 + 16 * index, bytes: Buffer.from([0xc3]) }))
	);

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
