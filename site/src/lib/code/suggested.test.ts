import { expect, test } from 'vitest';
import { changedLines, withEdits } from './suggested.ts';

const at = (line: number, column: number, endLine: number, endColumn: number, text: string) => ({
	line,
	column,
	endLine,
	endColumn,
	text
});

const text = 'int a = 🦄\r\n\treturn coutn;\n}\n';

test('edits of several lines are applied to the text as it was', () => {
	const edits = [at(1, 11, 1, 11, ';'), at(2, 9, 2, 14, 'count'), at(3, 2, 4, 1, '')];
	expect(withEdits(text, edits)).toBe('int a = 🦄;\r\n\treturn count;\n}');
});

test('a line is inserted before the first and after the last', () => {
	expect(withEdits('a\n', [at(1, 1, 1, 1, '#include <b>\n')])).toBe('#include <b>\na\n');
	expect(withEdits('a', [at(1, 2, 1, 2, '\nb')])).toBe('a\nb');
});

test.each([
	[at(9, 1, 9, 1, 'x')],
	[at(1, 40, 1, 41, 'x')],
	[at(2, 5, 2, 2, 'x')],
	[at(2, 3, 2, 6, 'x'), at(2, 4, 2, 5, 'y')]
])('edits that the text has no place for are not applied', (...edits) => {
	expect(withEdits(text, edits)).toBeUndefined();
	expect(changedLines(text, edits)).toEqual([]);
});

test('a change is shown by the lines it takes away and brings', () => {
	expect(changedLines(text, [at(2, 9, 2, 14, 'count')])).toEqual([
		{ sign: '−', text: '\treturn coutn;' },
		{ sign: '+', text: '\treturn count;' }
	]);
	expect(changedLines('a\n', [at(1, 1, 1, 1, 'b\n')])).toEqual([{ sign: '+', text: 'b' }]);
});

test('a change of many lines is not shown', () => {
	const long = 'x\n'.repeat(20);
	const edits = Array.from({ length: 20 }, (_, i) => at(i + 1, 1, i + 1, 2, 'y'));
	expect(changedLines(long, edits)).toEqual([]);
});
