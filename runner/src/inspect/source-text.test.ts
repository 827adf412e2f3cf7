import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sourceText, utf16Column, type ColumnUnit } from './source-text.ts';

/** The column of each character of a line, as a compiler counts it and as an editor does, by plain definitions. */
function columns(line: string, unit: ColumnUnit): [number, number][] {
	const at: [number, number][] = [];
	let before = '';
	for (const character of line) {
		const counted = { byte: Buffer.byteLength(before), character: [...before].length };
		at.push([1 + (unit === 'utf-16' ? before.length : counted[unit]), 1 + before.length]);
		before += character;
	}
	return at;
}

const lines = ['\t\tx', 'größe', 'e\u0301x', '🦄🦄 x', '👩‍👩‍👧 x', '', 'plain'];

test.each(['byte', 'character', 'utf-16'] as const)('columns in %ss are converted', (unit) => {
	for (const line of lines) {
		for (const [given, expected] of columns(line, unit))
			expect(utf16Column(line, given, unit)).toBe(expected);
		const beyond = { byte: Buffer.byteLength(line), character: [...line].length };
		const end = 1 + (unit === 'utf-16' ? line.length : beyond[unit]);
		expect(utf16Column(line, end, unit)).toBe(line.length + 1);
		expect(utf16Column(line, end + 1, unit)).toBeUndefined();
	}
});

test('a column within a character is the character’s', () => {
	expect(utf16Column('🦄x', 3, 'byte')).toBe(1);
	expect(utf16Column('🦄x', 5, 'byte')).toBe(3);
});

test('no column is less than 1, and every one lies in the line', () => {
	fc.assert(
		fc.property(
			fc.string({ unit: 'binary' }),
			fc.integer(),
			fc.constantFrom('byte' as const, 'character' as const, 'utf-16' as const),
			(line, column, unit) => {
				const found = utf16Column(line, column, unit) ?? 1;
				expect(found).toBeGreaterThanOrEqual(1);
				expect(found).toBeLessThanOrEqual(line.length + 1);
			}
		)
	);
});

test('a carriage return before a line break is of no line', () => {
	const source = sourceText('a\r\nbc\r\n');
	expect(source.lineCount).toBe(3);
	expect(source.line(2)).toBe('bc');
	expect(source.place({ line: 2, column: 3 }, 'byte')).toEqual({ line: 2, column: 3 });
	expect(source.place({ line: 2, column: 4 }, 'byte')).toEqual({ line: 2 });
});

test('a line that the file does not have is none', () => {
	const source = sourceText('a\nb\n');
	for (const line of [0, -1, 4, 500, 2_000_000_000, 1.5, Number.NaN])
		expect(source.place({ line, column: 1 }, 'byte')).toBeUndefined();
});

test('a range ends in the file and after its beginning', () => {
	const source = sourceText('ab\ncd\n');
	const from = { line: 1, column: 2 };
	const place = (endLine: number, endColumn: number) =>
		source.place({ ...from, endLine, endColumn }, 'byte');
	expect(place(2, 2)).toEqual({ ...from, endLine: 2, endColumn: 2 });
	expect(place(1, 2)).toEqual({ ...from, endLine: 1, endColumn: 2 });
	for (const [line, column] of [
		[1, 1],
		[0, 0],
		[9, 1],
		[2, 9]
	] as const)
		expect(place(line, column)).toEqual(from);
});
