import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { appendLine, commitWith, textOfVersion } from './sources.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cyclelab-sources-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a line is appended, also to a new file and after a line that was cut off', async () => {
	const series = join(folder, 'series.jsonl');
	await appendLine(series, 'one');
	await appendLine(series, 'two');
	expect(readFileSync(series, 'utf8')).toBe('one\ntwo\n');
	writeFileSync(series, 'one\n{"cut');
	await appendLine(series, 'two');
	expect(readFileSync(series, 'utf8')).toBe('one\n{"cut\ntwo\n');
});

test('a line that cannot be written is in the message', async () => {
	const series = join(folder, 'absent', 'series.jsonl');
	await expect(appendLine(series, '{"a":1}')).rejects.toThrow(
		`${series} cannot be written. The line that it lacks:\n{"a":1}`
	);
});

test('outside of a repository a sentence says so', async () => {
	const file = join(folder, 'hot.c');
	writeFileSync(file, 'one');
	await expect(textOfVersion({ file, base: 'HEAD' })).rejects.toThrow(
		`${file} lies in no git repository, so HEAD has no version of it.`
	);
	const away = join(folder, 'absent', 'hot.c');
	await expect(textOfVersion({ file: away, base: 'HEAD' })).rejects.toThrow(
		`The folder ${join(folder, 'absent')} cannot be read.`
	);
});

test('a file has the commit of HEAD only as it is there', async () => {
	const git = (/** @type {string[]} */ ...words) =>
		execFileSync('git', words, { cwd: folder }).toString().trim();
	mkdirSync(join(folder, 'src'));
	const file = join(folder, 'src', 'hot.c');
	writeFileSync(file, 'one');
	git('init', '--quiet');
	await expect(commitWith(file, 'one')).rejects.toThrow('git has no commit HEAD.');
	git('add', 'src');
	git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--quiet', '-m', 'One');
	const { file: path, commit, committedAt } = await commitWith(file, 'one');
	expect(path).toBe('src/hot.c');
	expect(commit).toBe(git('rev-parse', 'HEAD'));
	expect(Date.parse(committedAt) / 1000).toBe(Number(git('show', '-s', '--format=%ct')));
	const absent = join(folder, 'src', 'absent.c');
	await expect(commitWith(absent, 'one')).rejects.toThrow(`git has no ${absent} in HEAD.`);
	await expect(commitWith(file, 'two')).rejects.toThrow(`${file} differs from HEAD`);
});
