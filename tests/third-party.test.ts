import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packagesOf, programs, thirdParty } from '../site/third-party.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('packages are found as Node finds them, and neither builders nor packages of tests are', () => {
	const lock = {
		packages: {
			'': { dependencies: { tester: '1' } },
			site: { dependencies: { vite: '8', a: '1', '@cyclelab/contract': '1' } },
			contract: { dependencies: { b: '2' } },
			'node_modules/a': { dependencies: { b: '1', c: '1' } },
			'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
			'node_modules/b': {},
			'node_modules/c': { dependencies: { a: '1' } },
			'node_modules/tester': {},
			'node_modules/vite': { dependencies: { rolldown: '1' } },
			'node_modules/rolldown': {}
		}
	};
	expect(packagesOf(lock)).toEqual([
		'node_modules/a',
		'node_modules/a/node_modules/b',
		'node_modules/b',
		'node_modules/c'
	]);
});

test('every change of a program in an image is named, and so are the versions that the recipes pin', () => {
	const named = programs.flatMap(({ changes = [] }) => changes);
	expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
	expect(
		globSync('images/**/*.patch', { cwd: root }).filter((path) => !named.includes(path))
	).toEqual([]);
	const tools = read('images/tools/Dockerfile');
	const pinned = [
		...tools.matchAll(/^ARG (LLVM|QEMU)=(\S+)$/gm),
		...read('images/osaca/requirements.txt').matchAll(/^(\S+)==(\S+)/gm)
	].map(([, name = '', version = '']) => `${name} ${version}`.toLowerCase());
	expect(pinned.length).toBe(6);
	const names = programs.map(({ name }) => name.toLowerCase()).join();
	expect(pinned.filter((part) => !names.includes(part))).toEqual([]);
});

test('the text has the changed source of OSACA, the fonts and every package with a licence', () => {
	const text = thirdParty();
	expect(text).toContain(read('images/osaca/longest-path.patch').trimEnd());
	expect(text).toMatch(/^@fontsource-variable\/inter \S+ \(OFL-1\.1\)$/m);
	expect(text).toContain('SIL OPEN FONT LICENSE');
	expect(text).not.toMatch(/^vite /m);
	const lock = JSON.parse(read('package-lock.json'));
	const packages = packagesOf(lock);
	expect(packages.length).toBeGreaterThan(100);
	const titles = packages.map((place) => place.slice(place.lastIndexOf('node_modules/') + 13));
	const lines = text.split('\n');
	expect(titles.filter((name) => !lines.some((line) => line.startsWith(`${name} `)))).toEqual([]);
	expect(lines.filter((line) => line.includes('(see its text)'))).toEqual([
		expect.stringMatching(/^ssh2 /)
	]);
});
