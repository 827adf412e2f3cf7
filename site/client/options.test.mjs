import { expect, test } from 'vitest';
import { readOptions } from './options.mjs';

const run = {
	command: 'run',
	site: 'http://localhost:3000',
	exercise: 'store-forwarding',
	request: {},
	sources: [],
	claims: [],
	challenge: false,
	atMost: [],
	output: 'text',
	snapshot: false,
	verbose: false,
	quiet: false,
	timeoutMs: 900_000
};

test('an exercise alone is run with the defaults of the site', () => {
	expect(readOptions(['run', 'store-forwarding'], {})).toEqual(run);
});

test('options of a run go into its request; the other options select the output', () => {
	const words =
		'run store-forwarding --site https://cycles.example/ --language c --target arm64 --compiler gcc-14 --flag=-O3 ' +
		'--flag=-DN=1 --variant word --value 64 --source bytes=a=b.c --claim slower --at-most bytes=4.2 --challenge --markdown --timeout 60 --quiet';
	expect(readOptions(words.split(' '), { CYCLELAB_SITE: 'http://other' })).toEqual({
		...run,
		site: 'https://cycles.example',
		request: {
			language: 'c',
			compiler: 'gcc-14',
			target: 'arm64',
			flags: ['-O3', '-DN=1'],
			variants: ['word'],
			values: [64]
		},
		sources: [{ variant: 'bytes', file: 'a=b.c' }],
		claims: ['slower'],
		challenge: true,
		atMost: [{ variant: 'bytes', cycles: 4.2 }],
		output: 'markdown',
		snapshot: true,
		quiet: true,
		timeoutMs: 60_000
	});
});

test('files of one’s own are the two kernels of free play, in the language of their ending', () => {
	expect(readOptions(['run', '--file', 'before.cc', '--file', 'x/after.cc'], {})).toEqual({
		...run,
		exercise: 'free-play',
		request: { language: 'cpp', variants: ['a', 'b'] },
		sources: [
			{ variant: 'a', file: 'before.cc' },
			{ variant: 'b', file: 'x/after.cc' }
		]
	});
});

test('the site may stand in the environment', () => {
	expect(
		readOptions(['list', '--json'], { CYCLELAB_SITE: 'https://example.org/cycle/lab/' })
	).toEqual({
		command: 'list',
		site: 'https://example.org/cycle/lab',
		output: 'json'
	});
});

test('a kept run is named by its id, or by its address, which includes the site', () => {
	const id = 'AAAAAAAAAAAAAAAAAAAA-_';
	const shown = { command: 'show', site: 'http://localhost:3000', id, format: 'txt' };
	expect(readOptions(['show', id], {})).toEqual(shown);
	expect(
		readOptions(['show', `https://cycles.example/s/${id}#loop`, '--format', 'md'], {})
	).toEqual({ ...shown, site: 'https://cycles.example', format: 'md' });
	expect(readOptions(['show', `https://example.org/cycle/lab/s/${id}.svg`], {})).toEqual({
		...shown,
		site: 'https://example.org/cycle/lab'
	});
});

test.each([
	['fly', 'There is no command "fly".'],
	['run', 'run needs the name of an exercise, or --file with a kernel of your own.'],
	['run a b', '"b" is one word too many.'],
	['run a --value x', '--value is a whole number, one of those the exercise sweeps.'],
	['run a --timeout 0', '--timeout is a number of seconds.'],
	['run a --source bytes', '--source is a variant, an equals sign and a file: --source bytes=my.c'],
	[
		'run a --inspect --claim x',
		'Claims, challenges and limits are about what is measured; leave out --inspect.'
	],
	['run a --file my.c', 'In an exercise say whose place a file takes: --source bytes=my.c'],
	['run --file a.c --file b.c --file c.c', 'At most two files can be run side by side.'],
	[
		'run --file a.c --file b.go',
		'Files end with .c, .cpp, .rs, .go, .cs or .cr, and all of them alike.'
	],
	['run --file a.txt', 'Files end with .c, .cpp, .rs, .go, .cs or .cr, and all of them alike.'],
	['run a --at-most 4.2', '--at-most is a variant, an equals sign and cycles: --at-most bytes=4.2'],
	['run a --json --markdown', 'Choose one of --json and --markdown.'],
	['list --site ftp://x', '--site must be an address that begins with http:// or https://.'],
	['list --quiet', '"list" has no option --quiet.'],
	['help fly', 'There is no command "fly".'],
	['completion', 'completion needs a shell: bash, zsh, fish.'],
	['show short', 'show needs the id or the address of a kept run.'],
	[`show ${'A'.repeat(22)} --format exe`, '--format is one of md, txt, json, csv, svg.']
])('"%s" gets a message that names the mistake', (words, message) => {
	expect(readOptions(words.split(' '), {})).toEqual({ command: 'wrong', message });
});

test('an option that does not exist is named', () => {
	expect(readOptions(['run', 'a', '--fast'], {})).toMatchObject({
		command: 'wrong',
		message: expect.stringContaining('--fast')
	});
});

test('without a word it helps', () => {
	expect(readOptions([], {})).toEqual({ command: 'help' });
	expect(readOptions(['run', '-h'], {})).toEqual({ command: 'help', about: 'run' });
	expect(readOptions(['help', 'show'], {})).toEqual({ command: 'help', about: 'show' });
	expect(readOptions(['completion', 'fish'], {})).toEqual({ command: 'completion', shell: 'fish' });
});
