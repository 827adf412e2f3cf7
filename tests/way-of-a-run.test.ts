/** The lists in docs/architecture.md of the files through which a run passes match the tree. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The way is to be short enough to be read in an afternoon. */
const most = 35;

/** The types of what passes. A file of these folders that imports one of them is on the way, or beside it. */
const passing =
	/\b(RunRequest|RunAccepted|RunView|Job|RunEvent|Emit|EncodedEvent|StoredEvent|ReceivedEvent)\b/;
const folders = [
	'runner/src/*.ts',
	'runner/src/{job,threads}/*.ts',
	'site/server/{http,runs,runners}/**/*.ts',
	'site/src/lib/run/*.{ts,svelte}',
	'site/src/routes/exercises/?slug?/*.{ts,svelte}'
];

type WayOfARun = {
	numbered: { number: number; file: string; part: number }[];
	beside: string[];
};

/** The lists, and in which part of the way each file is; the parts begin where a run comes from another process. */
function wayIn(text: string): WayOfARun {
	const section = text.split('### File by file')[1]?.split('\n## ')[0] ?? '';
	const [list = '', table = ''] = section.split('\nBeside the way ');
	const numbered: WayOfARun['numbered'] = [];
	let part = 0;
	for (const line of list.replaceAll(/\n +/g, ' ').split('\n')) {
		if (/^\S.*:$/.test(line)) part += 1;
		const [, number, file] = /^(\d+)\. `([^`]+)`: \S+ .*\.$/.exec(line) ?? [];
		if (number && file) numbered.push({ number: Number(number), file, part });
	}
	const beside = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, file = '']) => file);
	return { numbered, beside };
}

const imported = /(?:from|import|new URL)\s*\(?['"]([^'"]+)['"]/g;
const packages: Record<string, string> = {
	'#lib': 'site/src/lib'
};

/** The files that a file imports, or starts as a thread. */
function importsOf(file: string): string[] {
	return [...read(file).matchAll(imported)].map(([, target = '']) => {
		const known = Object.keys(packages).find((name) => target.startsWith(name));
		if (known) return target.replace(known, packages[known] ?? known);
		return target.startsWith('@cyclelab/contract/')
			? `${target.replace('@cyclelab/contract', 'contract/src')}.ts`
			: path.join(path.dirname(file), target);
	});
}

const way = wayIn(read('docs/architecture.md'));
const files = way.numbered.map(({ file }) => file);

test('the way has no more files than the list allows, each named once, with a sentence', () => {
	expect(way.numbered.map(({ number }) => number)).toEqual(files.map((_, i) => i + 1));
	expect(new Set([...files, ...way.beside]).size).toBe(files.length + way.beside.length);
	expect(files.length).toBeGreaterThan(most / 2);
	expect(files.length).toBeLessThanOrEqual(most);
});

test('each file is imported by a file of its part of the way, or imports one', () => {
	const apart = way.numbered.filter(({ file, part }) => {
		const own = new Set(importsOf(file));
		const others = way.numbered.filter((step) => step.part === part && step.file !== file);
		return !others.some((other) => own.has(other.file) || importsOf(other.file).includes(file));
	});
	expect(apart).toEqual([]);
});

test('no other file imports the type of what passes', () => {
	const all = globSync(folders, { cwd: root }).filter(
		(file) => !/(\.test|-examples)\.ts$/.test(file)
	);
	expect(all.length).toBeGreaterThan(100);
	const named = new Set([...files, ...way.beside]);
	const carrying = all.filter((file) => {
		const names = [...read(file).matchAll(/^\s*import\s+(?:type\s+)?\{([^}]*)\}/gm)];
		return names.some(([, list = '']) => passing.test(list));
	});
	expect(carrying.filter((file) => !named.has(file))).toEqual([]);
});
