import { expect, test } from 'vitest';
import { parseFolder } from './parse.ts';
import { complaint, folder } from './fixtures/parse.ts';
import { codeDigests } from './recorded-code.ts';
import type { RecordedRun } from './recorded.ts';

const plain = parseFolder(folder());
const digests = codeDigests(plain, 'c', 'x86-64');
const place = (variant: string): RecordedRun['places'][number] => ({
	variant,
	parameters: {},
	code: digests.get(variant) ?? '',
	cycles: [1, 1.01, 1.02],
	ns: [0.5, 0.505, 0.51],
	modes: [[1.01, 1]],
	samples: 55,
	rejected: 3,
	processes: 5,
	clockGHz: 2
});
const run: RecordedRun = {
	date: '2026-11-29',
	processor: 'AMD Zen 3',
	microarchitecture: 'znver3',
	target: 'x86-64',
	virtualised: true,
	language: 'c',
	toolchain: { compiler: 'clang-22', version: 'clang version 22.1.0', flags: ['-O2'] },
	load: 0.1,
	places: [place('one'), place('two')]
};
const file = 'recorded-znver3-c.json';
const withRun = (text: string, files: Record<string, string> = {}, name = file) =>
	folder({ files: { [name]: text, ...files } });

test('a recorded run is part of the exercise', () => {
	expect(parseFolder(withRun(JSON.stringify(run))).recorded).toEqual([run]);
});

test('the figures of code that has changed since are left out, and a run of which nothing is left', () => {
	const changed = { 'two.c': 'two, faster' };
	expect(parseFolder(withRun(JSON.stringify(run), changed)).recorded).toEqual([
		{ ...run, places: [place('one')] }
	]);
	const all = { 'one.c': '1', 'two.c': '2' };
	expect(parseFolder(withRun(JSON.stringify(run), all)).recorded).toEqual([]);
});

test('other flags are other code', () => {
	const { facts, sources } = plain;
	const other = codeDigests({ facts: { ...facts, flags: ['-O1'] }, sources }, 'c', 'x86-64');
	expect(other.get('one')).not.toBe(digests.get('one'));
});

test('a recorded run with a mistake is refused with the name of its file', () => {
	const wrong = { ...run, places: [] };
	expect(complaint(() => parseFolder(withRun(JSON.stringify(wrong))))).toContain(
		`07-two-sums/${file} is not as its schema in exercises/src wants it`
	);
	const name = 'recorded-znver4-c.json';
	expect(complaint(() => parseFolder(withRun(JSON.stringify(run), {}, name)))).toBe(
		`07-two-sums/${name} holds a run of znver3 in C. Call it ${file}, or remove it and record it with "npm run record".`
	);
});
