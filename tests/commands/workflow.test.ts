import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { runLinesOf, stepsOf } from './workflow.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

test('each workflow runs scripts that exist, and no expression is part of a command', () => {
	const folder = '.github/workflows';
	const { scripts } = z
		.object({ scripts: z.record(z.string(), z.string()) })
		.parse(JSON.parse(read('package.json')));
	const all = readdirSync(join(root, folder)).map((name) => read(join(folder, name)));
	const commands = all.flatMap(runLinesOf);
	expect(commands.filter((line) => line.includes('${{'))).toEqual([]);
	const named = commands.flatMap((line) => /npm run (\S+)/.exec(line)?.[1] ?? []);
	expect(named.length).toBeGreaterThan(3);
	expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('a release signs all images that it pushes, by their digests', () => {
	const steps = stepsOf(read('.github/workflows/release.yml'));
	expect(steps['Product']).toContain('>> pushed.txt');
	expect(steps['Notices']).toMatch(/pushed\.txt setup\/notices\.sh/);
	expect(steps['Sign']).toMatch(/images\/digests\.json[^]*>> pushed\.txt[^]*cosign sign/);
});
