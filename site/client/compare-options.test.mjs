import { expect, test } from 'vitest';
import { readOptions } from './options.mjs';

const read = (/** @type {string} */ words) =>
	readOptions(['compare', ...words.split(' ').filter(Boolean)], {});
const compare = {
	command: 'compare',
	site: 'http://localhost:3000',
	output: 'text',
	kernel: 'kernel',
	snapshot: false,
	verbose: false,
	quiet: false,
	timeoutMs: 900_000
};

test('a file is compared with itself in a commit, by a function of any name', () => {
	expect(
		read(
			'--base origin/main --file src/hot.c --kernel hot --flag=-O3 --at-most 1.02 --compiler gcc-14 --markdown'
		)
	).toEqual({
		...compare,
		request: {
			compiler: 'gcc-14',
			language: 'c',
			flags: ['-O3'],
			variants: ['a', 'b']
		},
		language: 'c',
		kernel: 'hot',
		versions: [{ file: 'src/hot.c', base: 'origin/main' }, { file: 'src/hot.c' }],
		atMost: 1.02,
		output: 'markdown',
		snapshot: true
	});
});

test('two files are compared in their order', () => {
	expect(read('--file before.rs --file after.rs')).toEqual({
		...compare,
		request: { language: 'rs', variants: ['a', 'b'] },
		language: 'rs',
		versions: [{ file: 'before.rs' }, { file: 'after.rs' }]
	});
});

const needs =
	'compare needs --base <commit> with one --file, or two files: --file before.c --file after.c';
test.each([
	['', needs],
	['--file a.c', needs],
	['--base main --file a.c --file b.c', needs],
	['--base=--output=x --file a.c', '--base is a commit, branch or tag: --base origin/main'],
	[
		'--file a.c --file b.go',
		'Files end with .c, .cpp, .rs, .go, .cs or .cr, and all of them alike.'
	],
	[
		'--file a.c --file b.c --kernel a+b',
		'--kernel is the name of a function: --kernel hot, --kernel codec::hot'
	],
	[
		'--file a.c --file b.c --at-most a=2',
		'--at-most is one ratio of the second version to the first: --at-most 1.02'
	],
	['a.c b.c', '"b.c" is one word too many.'],
	['a.c', '"a.c" is one word too many. Files are given by --file.']
])('"%s" gets a message that names the mistake', (words, message) => {
	expect(read(words)).toEqual({ command: 'wrong', message });
});
