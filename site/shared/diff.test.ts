import { expect, test } from 'vitest';
import { diff, folded } from './diff.ts';
import { linesOf } from './lines.ts';

const between = (before: string, after: string) =>
	diff(linesOf(before), linesOf(after)).map(({ kind, text, before: a, after: b }) =>
		[{ same: ' ', gone: '-', new: '+' }[kind] + text, a ?? '', b ?? ''].join(' ')
	);

test('a diff lists each line with its number in either text', () => {
	expect(between('a\nb\nc\nd\n', 'a\nx\nc\nd\ne\n')).toEqual([
		' a 1 1',
		'-b 2 ',
		'+x  2',
		' c 3 3',
		' d 4 4',
		'+e  5'
	]);
	expect(between('a\nb\n', 'a\nb')).toEqual([' a 1 1', ' b 2 2']);
	expect(between('b\na\nb', 'a\nb\na')).toEqual(['-b 1 ', ' a 2 1', ' b 3 2', '+a  3']);
});

test('lines are compared by their keys and shown as the second has them', () => {
	const jump = (text: string) => [{ key: 'jne', text }];
	expect(diff(jump('jne 0x10'), jump('jne 0x20'))).toEqual([
		{ kind: 'same', text: 'jne 0x20', before: 1, after: 1 }
	]);
});

test('texts with too many changed lines count as changed as a whole', () => {
	const many = (word: string) =>
		['first', ...Array.from({ length: 1000 }, (_, i) => `${word} ${i}`)].join('\n');
	const lines = diff(linesOf(many('a')), linesOf(many('b')));
	expect(lines.map(({ kind }) => kind)).toEqual([
		...Array.from({ length: 1001 }, () => 'gone'),
		...Array.from({ length: 1001 }, () => 'new')
	]);
});

test('far from a change equal lines are left out', () => {
	const text = Array.from({ length: 20 }, (_, i) => `line ${i + 1}`).join('\n');
	const hunks = folded(diff(linesOf(text), linesOf(text.replace('line 10', 'changed'))));
	expect(
		hunks.map((hunk) =>
			hunk.kind === 'skipped' ? hunk.count : hunk.lines.map(({ text: one }) => one)
		)
	).toEqual([
		6,
		['line 7', 'line 8', 'line 9', 'line 10', 'changed', 'line 11', 'line 12', 'line 13'],
		7
	]);
	expect(folded(diff(linesOf('a\nb'), linesOf('a\nc')), 0)).toEqual([
		{
			kind: 'lines',
			lines: [
				{ kind: 'same', text: 'a', before: 1, after: 1 },
				{ kind: 'gone', text: 'b', before: 2 },
				{ kind: 'new', text: 'c', after: 2 }
			]
		}
	]);
});
