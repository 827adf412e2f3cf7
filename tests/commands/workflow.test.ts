import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { table } from './table.ts';
import { runLinesOf } from './workflow.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const lines = runLinesOf(read('.github/workflows/arm64.yaml'));

test('the lines of steps are found in one line and in a block, and nothing else is', () => {
	const text = [
		'on: push',
		'    steps:',
		'      - uses: actions/checkout@v4',
		'      - run: npm ci',
		'      - name: Two',
		'        run: |',
		'          first | tee file',
		'',
		'          second',
		'        with:',
		'          run-name: no command',
		'      - name: Last',
		'        run: npm test',
		''
	].join('\n');
	expect(runLinesOf(text)).toEqual(['npm ci', 'first | tee file', 'second', 'npm test']);
});

test('the workflow for arm64 builds the images, tries them, and measures', () => {
	expect(lines).toEqual([
		'mkdir -p bench-results',
		'lscpu | tee bench-results/lscpu.txt',
		'docker version | tee bench-results/docker.txt',
		'npm ci',
		'node_modules/.bin/node images/main.ts',
		'npm run test:arm64',
		'npm run bench:accuracy -- languages counts'
	]);
});

test('every script, file and section that its commands name exists, and npm run test:commands knows them', () => {
	const { scripts } = z
		.object({ scripts: z.record(z.string(), z.string()) })
		.parse(JSON.parse(read('package.json')));
	const named = lines.flatMap((line) => /^npm run (\S+)/.exec(line)?.[1] ?? []);
	expect(named.filter((name) => !(name in scripts))).toEqual([]);
	const files = lines.flatMap((line) => /^node_modules\/\.bin\/node (\S+)/.exec(line)?.[1] ?? []);
	expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
	const sections = lines.flatMap((line) => /^npm run bench:accuracy -- (.*)/.exec(line)?.[1] ?? []);
	const bench = read('tests/bench/accuracy/main.ts');
	expect(
		sections.flatMap((words) => words.split(' ')).filter((one) => !bench.includes(`{ ${one} }`))
	).toEqual([]);
	const known = table.map(({ command }) => command);
	expect(lines.filter((line) => /^(npm|node_modules)/.test(line) && !known.includes(line))).toEqual(
		[]
	);
});
