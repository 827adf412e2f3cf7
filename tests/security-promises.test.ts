/** SECURITY.md's promises each name a test that exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The paragraphs and list items of the section "Promises". */
function promises(): string[] {
	const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
	const section = /\n## Promises\n(.*?)\n## /s.exec(text)?.[1] ?? '';
	return section
		.split(/\n\n|\n(?=- )/)
		.map((part) => part.replaceAll(/\s+/g, ' ').trim())
		.filter((part) => part !== '' && !/\*\*,?$/.test(part));
}

/** Names in code style of test files, and of the folders of hostile programs. */
const testsIn = (promise: string): string[] =>
	[...promise.matchAll(/`([^`]+)`/g)]
		.map(([, name]) => name ?? '')
		.filter((name) => /\.(test|spec)\.ts$|^tests\/|^\d\d-/.test(name));

/** A path from the root, a file of tests/integration, or a folder of tests/hostile. */
const exists = (name: string) =>
	[name, join('tests/integration', name), join('tests/hostile', name)].some((path) =>
		existsSync(join(root, path))
	);

test('every promise of SECURITY.md names tests, and they exist', () => {
	const named = promises().map((promise) => ({ promise, tests: testsIn(promise) }));
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter(({ tests }) => tests.length === 0)).toEqual([]);
	expect(named.flatMap(({ tests }) => tests).filter((name) => !exists(name))).toEqual([]);
});

test('no file of the site’s server opens an address of the network', () => {
	const opens =
		/(?<![.\w])fetch\(|\bhttps?\.(get|request)\(|from '(undici|node:(https|tls|dgram|dns))'/;
	const files = readdirSync(join(root, 'site/server'), { recursive: true, encoding: 'utf8' });
	const sources = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
	const found = sources.filter((name) =>
		opens.test(readFileSync(join(root, 'site/server', name), 'utf8'))
	);
	expect(sources.length).toBeGreaterThan(50);
	expect(found).toEqual([]);
});
