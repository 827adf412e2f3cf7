import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { usageOf } from './usage.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cyclelab-pack-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Largest package file, bytes: an install from a CI job's cache or network should not be noticed. */
const mostBytes = 35_000;

test(
	'npm pack makes a small file without tests, and the installed command runs',
	{ timeout: 60_000 },
	() => {
		const npm = (/** @type {string[]} */ ...words) =>
			execFileSync('npm', words, { cwd: folder }).toString();
		const [packed] = JSON.parse(npm('pack', '--json', import.meta.dirname));
		const files = packed.files.map((/** @type {{ path: string }} */ { path }) => path);
		expect(files).toContain('cyclelab.mjs');
		expect(files.filter((/** @type {string} */ path) => path.includes('test'))).toEqual([]);
		const file = join(folder, packed.filename);
		expect(statSync(file).size).toBeLessThan(mostBytes);
		npm('init', '--yes');
		npm('install', '--offline', '--no-audit', '--no-fund', file);
		const command = join(folder, 'node_modules/.bin/cyclelab');
		expect(execFileSync(command, ['help']).toString()).toBe(usageOf());
	}
);
