/** A learner's source by lines, and columns as compilers count them converted to UTF-16 code units, as editors count them. */

/** What a compiler counts as a column: bytes of UTF-8, code points, or UTF-16 code units. */
export type ColumnUnit = 'byte' | 'character' | 'utf-16';

/** A position or a range, as a compiler names it. 0 and absent: not known. The end is exclusive. */
type CompilerPlace = {
	line: number;
	column?: number | undefined;
	endLine?: number | undefined;
	endColumn?: number | undefined;
};

/** Lines and columns from 1, in UTF-16 code units; the end is exclusive. */
type SourcePlace = { line: number; column?: number; endLine?: number; endColumn?: number };

export type SourceText = {
	lineCount: number;
	/**
	 * The place in the source, as far as there is one: no line outside of the file, no column outside of its line, no range
	 * that ends before it begins.
	 */
	place: (given: CompilerPlace, unit: ColumnUnit) => SourcePlace | undefined;
	/** Without its line break; empty outside of the file. */
	line: (line: number) => string;
};

export function sourceText(text: string): SourceText {
	const lines = text.split(/\r?\n/);
	const line = (number: number) => lines[number - 1] ?? '';

	const columnOf = (number: number, column: number | undefined, unit: ColumnUnit) =>
		column === undefined ? undefined : utf16Column(line(number), column, unit);

	return {
		lineCount: lines.length,
		line,
		place(given, unit) {
			if (!isLine(given.line, lines.length)) return undefined;
			const column = columnOf(given.line, given.column, unit);
			if (column === undefined) return { line: given.line };
			const endLine = given.endLine ?? given.line;
			const start = { line: given.line, column };
			if (!isLine(endLine, lines.length)) return start;
			const endColumn = columnOf(endLine, given.endColumn, unit);
			if (endColumn === undefined || isBefore(endLine, endColumn, start)) return start;
			return { ...start, endLine, endColumn };
		}
	};
}

const isLine = (line: number, count: number) =>
	Number.isSafeInteger(line) && line > 0 && line <= count;

const isBefore = (line: number, column: number, than: { line: number; column: number }) =>
	line < than.line || (line === than.line && column < than.column);

/**
 * The column, from 1, of the character that a compiler's column lies in; the column after the last one of the line at its end.
 * Undefined outside of the line.
 */
export function utf16Column(line: string, column: number, unit: ColumnUnit): number | undefined {
	if (!Number.isSafeInteger(column) || column < 1) return undefined;
	if (unit === 'utf-16') return column <= line.length + 1 ? column : undefined;
	let before = 1;
	let at = 1;
	for (const character of line) {
		const width = unit === 'byte' ? bytesOf(character) : 1;
		if (column < before + width) return at;
		before += width;
		at += character.length;
	}
	return column === before ? at : undefined;
}

/** Bytes of a code point in UTF-8. Half of a pair is written as U+FFFD, which has three. */
function bytesOf(character: string): number {
	const code = character.codePointAt(0) ?? 0;
	return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
