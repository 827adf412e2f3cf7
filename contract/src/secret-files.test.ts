import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withSecretFiles } from './secret-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'cyclelab-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string) => {
	const path = join(folder, name);
	writeFileSync(path, text);
	return path;
};

test('a secret comes from the file that its setting with _FILE names, without its last line break', () => {
	const path = file('token', 'sixteen-characters\n');
	expect(withSecretFiles({ PORT: '1', RUNNER_TOKEN_FILE: path, METRICS_TOKEN_FILE: '' })).toEqual({
		PORT: '1',
		RUNNER_TOKEN: 'sixteen-characters',
		RUNNER_TOKEN_FILE: path,
		METRICS_TOKEN_FILE: ''
	});
});

test('a secret given twice, an empty file and a missing file are refused with a sentence', () => {
	const empty = file('empty', '\n');
	const missing = join(folder, 'missing');
	expect(() => withSecretFiles({ METRICS_TOKEN: 'a', METRICS_TOKEN_FILE: empty })).toThrow(
		'METRICS_TOKEN and METRICS_TOKEN_FILE are both set. Remove one of them.'
	);
	expect(() => withSecretFiles({ METRICS_TOKEN_FILE: empty })).toThrow(
		`METRICS_TOKEN_FILE names ${empty}, which is empty. Write the secret into it.`
	);
	expect(() => withSecretFiles({ DATABASE_URL_FILE: missing })).toThrow(
		`DATABASE_URL_FILE names ${missing}, which cannot be read (ENOENT). Check the path and who may read it.`
	);
});
