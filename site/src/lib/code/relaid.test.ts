import { describe, expect, test } from 'vitest';
import { cursorIn, replacementOf } from './relaid.ts';

test.for([
	['int a;\n', 'int a;\n', { from: 7, to: 7, text: '' }],
	['f( a)', 'f(a)', { from: 2, to: 3, text: '' }],
	['aa', 'aaa', { from: 2, to: 2, text: 'a' }],
	['', 'x', { from: 0, to: 0, text: 'x' }],
	['a  b c', 'a b  c', { from: 2, to: 4, text: 'b ' }]
] as const)('%j becomes %j by one edit', ([before, after, edit]) => {
	expect(replacementOf(before, after)).toEqual(edit);
	expect(before.slice(0, edit.from) + edit.text + before.slice(edit.to)).toBe(after);
});

describe('the cursor', () => {
	/** Texts in which | is the cursor. */
	const moved = (marked: string, after: string) => {
		const offset = marked.indexOf('|');
		const at = cursorIn(marked.replace('|', ''), offset, after);
		return `${after.slice(0, at)}|${after.slice(at)}`;
	};

	test.for([
		['int  f( ){ret|urn 1;}', 'int f() {\n\tret|urn 1;\n}\n'],
		['int  f( ){|return 1;}', 'int f() {\n\t|return 1;\n}\n'],
		['|int a;', '|int a;\n'],
		['int a;|', 'int a;|\n'],
		['f( ){|', 'f() {|\n'],
		['g(1;|2)', 'g(1;\n    |2)\n'],
		['{ }|', '{|\n'],
		['|', '|'],
		['g(1,2|)', 'g(\n    1,\n    2|,\n)\n'],
		['a  +|b', 'a + |b'],
		['int |a', 'int |a\n']
	] as const)('of %j stays where it was in the code', ([marked, after]) => {
		expect(moved(marked, after.replace('|', ''))).toBe(after);
	});
});
