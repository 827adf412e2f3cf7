import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './learner.ts';

const client = join(import.meta.dirname, '../../site/client/cyclelab.mjs');

type EndedClient = { status: number | null; out: string; err: string };

const cyclelab = (words: string[], cwd?: string) =>
	new Promise<EndedClient>((resolve) => {
		const child = execFile(process.execPath, [client, ...words], { cwd }, (_error, out, err) =>
			resolve({ status: child.exitCode, out, err })
		);
	});

test('a CI job prints the card of its run, and the page at its link has the same result', async ({
	page,
	baseURL
}) => {
	const words = [
		'run',
		'store-forwarding',
		'--variant',
		'bytes',
		'--markdown',
		'--site',
		`${baseURL}`
	];
	const { status, out, err } = await cyclelab(words);
	expect(status, err).toBe(0);
	const [, address] = /^\*\*\[Store forwarding\]\((\S+)\)\*\* \S/.exec(out) ?? [];
	expect(out).toMatch(/\| Four bytes, read as a word \|.* \([\d.]+ to [\d.]+\)/);
	await page.goto(address ?? '');
	await expect(page.getByRole('heading', { level: 1, name: 'Store forwarding' })).toBeVisible();
	const shown = await page.getByRole('heading', { level: 2 }).first().innerText();
	expect(out).toContain(shown.slice(0, 40));
});

/** A chain of additions and exclusive ors, with this in each iteration. */
const kernelWith = (statement: string) => `#include <stdint.h>

uint64_t hot(uint64_t n) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < n; i++) {
		x += i;
		${statement}
	}
	return x;
}
`;

test('two versions of a kernel from git are measured in one run, and a limit on their ratio decides', async ({
	baseURL
}) => {
	const folder = await mkdtemp(join(tmpdir(), 'cyclelab-compare-'));
	try {
		const git = (...words: string[]) => execFileSync('git', words, { cwd: folder });
		const file = join(folder, 'hot.c');
		await writeFile(file, kernelWith('x ^= x >> 7;'));
		git('init', '--quiet', '--initial-branch=main');
		git('add', 'hot.c');
		git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--quiet', '-m', 'One');
		const compare = (...more: string[]) =>
			cyclelab(
				[
					...['compare', '--base', 'main', '--file', 'hot.c', '--kernel', 'hot', '--quiet'],
					...['--site', `${baseURL}`, ...more]
				],
				folder
			);
		expect(await compare()).toEqual({
			status: 0,
			out: '',
			err: 'hot.c is the same as in main: nothing was measured.\n'
		});
		// Two operations more in the chain of dependent operations.
		await writeFile(file, kernelWith('x ^= x >> 7; x ^= x << 3;'));
		const slower = await compare('--at-most', '1.02', '--json');
		expect(slower.status, slower.err).toBe(1);
		const { instructions, time, machineCode } = JSON.parse(slower.out);
		expect(instructions.of).toBeGreaterThan(instructions.to);
		expect(time.judged.low).toBeGreaterThan(1.02);
		expect(machineCode.isSame).toBe(false);
		const card = await compare('--at-most', '10', '--markdown');
		expect(card.status, card.err).toBe(0);
		expect(card.out).toContain('**Cyclelab: `main:hot.c` → `hot.c`**');
		expect(card.out).toMatch(/instructions an iteration before.*\n- The second version is slower/);
		expect(card.out).toContain('```diff\n');
	} finally {
		await rm(folder, { recursive: true });
	}
});

test('a kernel is measured for a series by commit, and one measurement is not enough for a verdict', async ({
	baseURL
}) => {
	const folder = await mkdtemp(join(tmpdir(), 'cyclelab-track-'));
	try {
		const git = (...words: string[]) => execFileSync('git', words, { cwd: folder });
		await writeFile(join(folder, 'hot.c'), kernelWith('x ^= x >> 7;'));
		git('init', '--quiet');
		git('add', 'hot.c');
		git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--quiet', '-m', 'One');
		const track = (...words: string[]) =>
			cyclelab(['track', '--series', 'cycles.jsonl', ...words], folder);
		const measured = await track(
			...['--file', 'hot.c', '--kernel', 'hot', '--json', '--quiet', '--site', `${baseURL}`]
		);
		expect(measured.status, measured.err).toBe(0);
		expect(await readFile(join(folder, 'cycles.jsonl'), 'utf8')).toBe(measured.out);
		const { commit, instructionsPerIteration, cyclesPerIteration } = JSON.parse(measured.out);
		expect(commit).toBe(git('rev-parse', 'HEAD').toString().trim());
		expect(instructionsPerIteration).toBeGreaterThan(3);
		expect(cyclesPerIteration.median).toBeGreaterThan(2);
		const shown = await track('--show', '--svg', 'cycles.svg');
		expect(shown.status, shown.err).toBe(4);
		expect(shown.out).toContain('not enough data: 1 of the 12');
		expect(await readFile(join(folder, 'cycles.svg'), 'utf8')).toContain('class="point"');
	} finally {
		await rm(folder, { recursive: true });
	}
});
