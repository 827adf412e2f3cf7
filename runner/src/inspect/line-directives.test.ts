import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Language } from '@cyclelab/exercises/schema';
import { withoutLineDirectives } from './line-directives.ts';

const linesIn = (source: string, language: Language) =>
	withoutLineDirectives(source, language).lines;

test('a directive becomes blanks, and everything else keeps its place', () => {
	expect(withoutLineDirectives('a;\n#line 500 "b.c"\n\tc;\n', 'c')).toEqual({
		text: 'a;\n               \n\tc;\n',
		lines: [2]
	});
});

test.each([
	'#line 5',
	'  #  line 5 "a.c"',
	'# 5 "a.c" 1 3',
	'%:line 5',
	'??=line 5',
	'#/* a */line 5',
	'/* a */ # /* b\n */ line 5',
	'#\\\nline 5',
	'#li\\\nne 5',
	'#line 5 \\\n "a.c"',
	'#line NUMBER',
	"#error don't\n#line 5"
])('a directive of C and C++: %j', (source) => {
	for (const language of ['c', 'cpp'] as const) expect(linesIn(source, language)).toHaveLength(1);
});

test.each([
	'// #line 5',
	'// a \\\n#line 5',
	'/*\n#line 5\n*/',
	'"a\\\n#line 5"',
	'a = b #line 5',
	'#linear 5',
	'#define line 5',
	'#pragma line 5'
])('no directive of C and C++: %j', (source) => {
	for (const language of ['c', 'cpp'] as const)
		expect(withoutLineDirectives(source, language)).toEqual({ text: source, lines: [] });
});

test('strings and numbers of C++ that a directive or the end of a string could be taken for', () => {
	const raw = 'auto a = R"x(\n#line 5\n)" )x"; int n = 1\'000;\n#line 7\n';
	expect(linesIn(raw, 'cpp')).toEqual([4]);
});

test('directives of C#, but not in a verbatim string', () => {
	expect(
		linesIn('#line 5 "a"\n  #line hidden\nvar a = @"\n#line 5";\n#line default', 'cs')
	).toEqual([1, 2, 5]);
});

test('directives of Go, which begin a line or are a comment in it', () => {
	const source = 'a\n//line b.go:5\n  //line c\n// line d\n/*line e:1:2*/ f(`\n//line g:1\n`)\n';
	expect(withoutLineDirectives(source, 'go')).toEqual({
		text: `a\n${' '.repeat(13)}\n  //line c\n// line d\n${' '.repeat(14)} f(\`\n//line g:1\n\`)\n`,
		lines: [2, 5]
	});
});

test('directives of Crystal, which stand anywhere in code', () => {
	const source =
		'x = 1\n#<loc:"a.cr",500,3>y = 2 #<loc:push>\n# #<loc:pop>\nz = "#<loc:pop>#{x["a"]}"\n';
	expect(withoutLineDirectives(source, 'cr')).toEqual({
		text: `x = 1\n${' '.repeat(19)}y = 2 ${' '.repeat(11)}\n# #<loc:pop>\nz = "#<loc:pop>#{x["a"]}"\n`,
		lines: [2, 2]
	});
});

test('a directive that begins a comment of several lines ends with it', () => {
	const { text } = withoutLineDirectives('#line 5 /* a\nb */\nc;', 'c');
	expect(text).toBe('            \n    \nc;');
});

test('any text keeps its length and line breaks, in time that grows with its length', () => {
	const parts = [
		'#',
		'line',
		' 5',
		'/*',
		'*/',
		'//',
		'"',
		"'",
		'\\\n',
		'\n',
		'R"(',
		')"',
		'@"',
		'`',
		'x'
	];
	fc.assert(
		fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 200 }), (some) => {
			const source = some.join('');
			for (const language of ['c', 'cpp', 'cs', 'go', 'rs', 'cr'] as const) {
				const { text } = withoutLineDirectives(source, language);
				expect(text.replace(/[^\r\n]/g, '.')).toBe(source.replace(/[^\r\n]/g, '.'));
			}
		})
	);
	for (const part of ['/**/', '/*', 'R"(', '#line /*', '\\\n', '"', ' '])
		for (const language of ['cpp', 'cs', 'go'] as const)
			withoutLineDirectives(part.repeat((64 * 1024) / part.length), language);
}, 10_000);
