import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { commandsIn, commandsInComments, commandsOf } from './documented.ts';
import { table } from './table.ts';
import { runLinesOf } from './workflow.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

test('commands are found in blocks and in sentences, also across lines, and nothing else is', () => {
	const text = [
		'Run `npm run backup`, or `docker compose run site',
		'restore - < file`; `PORT` and `npm` are no commands.',
		'',
		'    A=1 npm test -- fuzz   # a comment',
		'    echo no command of ours',
		'```',
		'node site/client/cyclelab.mjs list',
		'```'
	].join('\n');
	expect(commandsIn(text)).toEqual([
		'A=1 npm test -- fuzz',
		'node site/client/cyclelab.mjs list',
		'npm run backup',
		'docker compose run site restore - < file'
	]);
	expect(
		commandsInComments('# In short:\n#\n#   docker compose up -d\n#   debootstrap x\n')
	).toEqual(['docker compose up -d']);
	expect(commandsOf({ start: '', test: '', bench: '' })).toEqual([
		'npm start',
		'npm test',
		'npm run bench'
	]);
});

test('every command that a document or package.json names has a row, and no row names another', () => {
	const documents = [
		...readdirSync(root).filter((name) => name.endsWith('.md')),
		...readdirSync(join(root, 'docs'))
			.filter((name) => name.endsWith('.md'))
			.map((name) => join('docs', name))
	];
	const { scripts } = z
		.object({ scripts: z.record(z.string(), z.string()) })
		.parse(JSON.parse(read('package.json')));
	const documented = new Set([
		...documents.map(read).flatMap(commandsIn),
		...commandsInComments(read('docker-compose.yml')),
		...runLinesOf(read('.github/workflows/arm64.yaml')).filter((line) => /^n(pm|ode)/.test(line)),
		...commandsOf(scripts)
	]);
	const rows = table.map(({ command }) => command);
	expect({
		'documented, but not in tests/commands/table.ts': [...documented].filter(
			(command) => !rows.includes(command)
		),
		'in tests/commands/table.ts, but documented nowhere': rows.filter(
			(row) => !documented.has(row)
		),
		'there twice': rows.filter((row, at) => rows.indexOf(row) !== at)
	}).toEqual({
		'documented, but not in tests/commands/table.ts': [],
		'in tests/commands/table.ts, but documented nowhere': [],
		'there twice': []
	});
});

test('every npm command of package.json is in the README or in CONTRIBUTING.md, or in docs/operating.md', () => {
	const { scripts } = z
		.object({ scripts: z.record(z.string(), z.string()) })
		.parse(JSON.parse(read('package.json')));
	const documented = ['README.md', 'CONTRIBUTING.md', 'docs/operating.md'].map(read).join('\n');
	expect(commandsOf(scripts).filter((command) => !documented.includes(command))).toEqual([]);
});
