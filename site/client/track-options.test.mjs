import { expect, test } from 'vitest';
import { readOptions } from './options.mjs';

const read = (/** @type {string} */ words) =>
	readOptions(['track', ...words.split(' ').filter(Boolean)], {});

test('a kernel is measured once for a series', () => {
	expect(
		read(
			'--file src/hot.c --kernel hot --series cyclelab.jsonl --flag=-O3 --runner alpha --json --timeout 60'
		)
	).toEqual({
		command: 'track',
		site: 'http://localhost:3000',
		file: 'src/hot.c',
		language: 'c',
		kernel: 'hot',
		series: 'cyclelab.jsonl',
		request: {
			runner: 'alpha',
			language: 'c',
			flags: ['-O3'],
			variants: ['a']
		},
		output: 'json',
		quiet: false,
		timeoutMs: 60_000
	});
});

test('a series is shown, as a picture too', () => {
	const shown = { command: 'track', series: 'a.jsonl', output: 'text' };
	expect(read('--series a.jsonl --show')).toEqual({ ...shown, leastChange: 0.02 });
	expect(read('--series a.jsonl --show --svg out.svg --least-change 0.5')).toEqual({
		...shown,
		svg: 'out.svg',
		leastChange: 0.005
	});
});

test.each([
	['', 'track needs a file for its series: --series cyclelab.jsonl'],
	['--file a.c', 'track needs a file for its series: --series cyclelab.jsonl'],
	['--series s', 'track needs one --file to measure, or --show: --file src/hot.c'],
	[
		'--series s --file a.c --file b.c',
		'track needs one --file to measure, or --show: --file src/hot.c'
	],
	['--series s --file a.c --svg x', '--svg is about a drawn series; add --show.'],
	['--series s --show --file a.c', '--show measures nothing; leave out --file.'],
	[
		'--series s --show --least-change=-1',
		'--least-change is a number of percent: --least-change 2'
	],
	['--series s --show --least-change x', '--least-change is a number of percent: --least-change 2'],
	[
		'--series s --file a.txt',
		'Files end with .c, .cpp, .rs, .go, .cs or .cr, and all of them alike.'
	],
	['a.c --series s', '"a.c" is one word too many. Files are given by --file.']
])('"%s" is refused', (words, message) => {
	expect(read(words)).toEqual({ command: 'wrong', message });
});
