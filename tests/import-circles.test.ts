/** No file imports itself by way of others, so that each can be read and tested from the bottom up. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const imported = /(?:from|import)\s*\(?['"](\.[^'"]+)['"]/g;

/** The files below a folder, each with the files there that it imports. */
function importsIn(folder: string): Map<string, string[]> {
	const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.(ts|mjs|svelte)$/.test(name) && !name.includes('node_modules'))
		.map((name) => path.join(folder, name));
	const known = new Set(files);
	return new Map(
		files.map((file) => {
			const text = readFileSync(path.join(root, file), 'utf8');
			const targets = [...text.matchAll(imported)].map(([, target = '']) =>
				path.join(path.dirname(file), target)
			);
			return [file, targets.filter((target) => known.has(target))];
		})
	);
}

/** The files that are left when files whose imports are all removed are removed, again and again. */
function circular(imports: ReadonlyMap<string, readonly string[]>): string[] {
	const left = new Set(imports.keys());
	for (let before = -1; before !== left.size;) {
		before = left.size;
		for (const file of left)
			if (!imports.get(file)?.some((target) => left.has(target))) left.delete(file);
	}
	return [...left];
}

test('a circle and the files that import it are found', () => {
	const imports = new Map([
		['a', ['b']],
		['b', ['c']],
		['c', ['b', 'd']],
		['d', []]
	]);
	expect(circular(imports)).toEqual(['a', 'b', 'c']);
});

test.each([
	'contract',
	'exercises/src',
	'images',
	'runner/src',
	'setup',
	'site/server',
	'site/shared',
	'site/src'
])('no import circle in %s', (folder) => {
	const imports = importsIn(folder);
	expect(imports.size).toBeGreaterThan(5);
	expect(circular(imports)).toEqual([]);
});
