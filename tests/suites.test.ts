import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { suites } from './suites.ts';

const root = join(import.meta.dirname, '..');

test('every file and folder that a suite is chosen by exists', () => {
	const named = suites.flatMap(({ name, cwd, argv }) =>
		argv
			.filter((word) => !word.startsWith('-') && word.includes('/'))
			.map((word) => ({ name, word, path: join(root, cwd, word) }))
	);
	expect(named.map(({ name }) => name)).toContain('processors-pages');
	expect(named.filter(({ path }) => !existsSync(path))).toEqual([]);
});
