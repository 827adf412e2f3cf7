import { expect, test } from 'vitest';
import { keepable } from '../attempts/attempts.svelte.ts';
import { reportOf, variantReport } from '../../../fixtures/examples.ts';
import { isProgress } from './kinds.ts';
import { accepted } from '../../../shared/checked.ts';
import { readProgress } from './progress-file.ts';

const file = {
	format: 'cyclelab-progress',
	version: 1,
	savedAt: '2026-11-22T01:00:00.000Z',
	values: { 'guess:cycle': '3', 'source:cycle:c:mul': 'int x;' },
	runs: [keepable(reportOf([variantReport('mul')]), 3)]
};

test('a file comes back as it was saved', () => {
	expect(readProgress(JSON.stringify(file))).toEqual(accepted(file));
});

const refusalOf = (text: string) => {
	const read = readProgress(text);
	return read.ok ? undefined : read.sentence;
};

test('what is no such file is refused with the place', () => {
	expect(refusalOf('hello')).toBe(
		'That is no file of Cyclelab’s progress: it is not JSON. Choose the file that “Save to a file” made.'
	);
	expect(refusalOf(JSON.stringify({ ...file, version: 2 }))).toMatch(
		/^That is no file of progress this site can read \(version: .*\)\./
	);
	expect(refusalOf(JSON.stringify({ ...file, values: { 'token:x': 'secret' } }))).toMatch(
		/\(values\.token:x: .*\)/
	);
});

test('only progress is taken along', () => {
	expect(
		['guess:cycle', 'source:cycle:c:mul', 'language', 'workshop:abc', 'theme', ''].map(isProgress)
	).toEqual([true, true, true, false, false, false]);
});
