import { expect, test } from 'vitest';
import { withoutHarness } from './cc.ts';
import { wrapInElf } from './dotnet-elf.ts';

/** A program with the code sections `names`, in whose table of names their names take the place of `.text`'s. */
function program(...names: string[]): Buffer {
	const file = wrapInElf(
		names.map((name, index) => ({ name, at: 0x1000 + 16 * index, bytes: Buffer.from([0xc3]) }))
	);
	const table = Buffer.from(`\0${names.map((name) => `${name}\0`).join('')}`, 'latin1');
	const sectionsAt = Number(file.readBigUInt64LE(0x28));
	const lastSection = file.readUInt16LE(0x3c);
	// A string table of our own at the end of the file, whose header replaces that of section 0.
	const whole = Buffer.concat([file, table]);
	whole.writeUInt32LE(3, sectionsAt + 4);
	whole.writeBigUInt64LE(BigInt(file.length), sectionsAt + 0x18);
	whole.writeBigUInt64LE(BigInt(table.length), sectionsAt + 0x20);
	whole.writeUInt16LE(0, 0x3e);
	for (let index = 1; index < lastSection; index++) {
		const name = names[index - 1];
		const at = name === undefined ? 0 : table.indexOf(`\0${name}\0`, 0, 'latin1') + 1;
		whole.writeUInt32LE(at, sectionsAt + 64 * index);
	}
	return whole;
}

test('all code is listed but the harness', () => {
	expect(withoutHarness(program('.text', 'cyclelab_text', 'mine'))).toEqual([
		'--section=.text',
		'--section=mine'
	]);
});

test.each([
	['there is no harness', ['.text', 'mine']],
	['a name has a blank', ['.text', 'cyclelab_text', 'a b']],
	['a name is long', ['.text', 'cyclelab_text', 'x'.repeat(65)]],
	['there are many', ['cyclelab_text', ...Array.from({ length: 16 }, (_, at) => `s${at}`)]]
])('everything is listed if %s', (_, names) => {
	expect(withoutHarness(program(...names))).toEqual([]);
});

test('everything is listed of a program that was not read', () => {
	expect(withoutHarness(undefined)).toEqual([]);
});
