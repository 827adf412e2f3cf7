import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defined } from '@cyclelab/contract/defined';
import { runClient, type EndedClient } from '../integration/server/client.ts';
import { expect, test as base } from './learner.ts';

/** Each test may have a folder of its own. */
const test = base.extend<{ folder: string }>({
	folder: async ({}, use) => {
		const folder = await mkdtemp(join(tmpdir(), 'cyclelab-client-'));
		await use(folder);
		await rm(folder, { recursive: true });
	}
});

const cyclelab = (words: string[], cwd?: string) => runClient(words, defined({ cwd }));

/** The exit code of what was too noisy, or not measured. */
const tooNoisy = 4;

test.beforeEach(() => test.slow());

/** Other tests use the core as well: as many attempts as fit in a test's time. */
async function untilMeasured(attempt: () => Promise<EndedClient>): Promise<EndedClient> {
	let ended = await attempt();
	for (let again = 0; ended.status === tooNoisy && again < 4; again++) ended = await attempt();
	return ended;
}

test('a CI job prints the card of its run, and the page at its link has the same result', async ({
	page,
	baseURL
}) => {
	const words = 'run store-forwarding --variant bytes --markdown --site'.split(' ');
	const { status, out, err } = await untilMeasured(() => cyclelab([...words, `${baseURL}`]));
	expect(status, err).toBe(0);
	const [, address] = /^\*\*\[Store forwarding\]\((\S+)\)\*\* \S/.exec(out) ?? [];
	expect(out).toMatch(/\| Four bytes, read as a word \|.* (\([\d.]+ to [\d.]+\)|± [\d.]+) \|/);
	await page.goto(address ?? '');
	await expect(page.getByRole('heading', { level: 1, name: 'Store forwarding' })).toBeVisible();
	const shown = await page.getByRole('heading', { level: 2 }).first().innerText();
	expect(out).toContain(shown.slice(0, 40));
});

/** A chain of additions and exclusive ors, with this in each iteration. */
const kernelWith = (statement: string) => `#include <stdint.h>

static uint64_t hot(uint64_t n) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < n; i++) {
		x += i;
		${statement}
	}
	return x;
}
`;

/** Makes the folder a repository whose branch main has hot.c with this text. */
async function commit(folder: string, text: string) {
	await writeFile(join(folder, 'hot.c'), text);
	const git = (...words: string[]) => execFileSync('git', words, { cwd: folder }).toString();
	git('init', '--quiet', '--initial-branch=main');
	git('add', 'hot.c');
	git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '--quiet', '-m', 'One');
	return git('rev-parse', 'HEAD').trim();
}

test('two versions of a kernel from git are measured in one run, and a limit on their ratio decides', async ({
	baseURL,
	folder
}) => {
	await commit(folder, kernelWith('x ^= x >> 7;'));
	const words = 'compare --base main --file hot.c --kernel hot --quiet --site'.split(' ');
	const compare = (...more: string[]) => cyclelab([...words, `${baseURL}`, ...more], folder);
	expect(await compare()).toEqual({
		status: 0,
		out: '',
		err: 'hot.c is the same as in main: nothing was measured.\n'
	});
	// Two operations more in the chain of dependent operations.
	await writeFile(join(folder, 'hot.c'), kernelWith('x ^= x >> 7; x ^= x << 3;'));
	const slower = await untilMeasured(() => compare('--at-most', '1.02', '--json'));
	expect(slower.status, slower.err).toBe(1);
	const { instructions, time, machineCode } = JSON.parse(slower.out);
	expect(instructions.of).toBeGreaterThan(instructions.to);
	expect(time.judged.low).toBeGreaterThan(1.02);
	expect(machineCode.isSame).toBe(false);
});

test('two versions of a function of C++ in a namespace are compared as they are', async ({
	baseURL,
	folder
}) => {
	const sourceWith = (by: number) => `#include <cstdint>
namespace codec {
static std::uint64_t hot(std::uint64_t n) {
	unsigned long x = 1;
	for (unsigned long i = 0; i < n; i++) x = x * ${by} + (x >> 7);
	return x;
}
}
`;
	await writeFile(join(folder, 'first.cpp'), sourceWith(3));
	await writeFile(join(folder, 'second.cpp'), sourceWith(1_000_003));
	const words = ['compare', '--kernel', 'codec::hot', '--quiet', '--site', `${baseURL}`];
	const files = ['--file', 'first.cpp', '--file', 'second.cpp'];
	const { status, out, err } = await untilMeasured(() =>
		cyclelab([...words, '--json', ...files], folder)
	);
	expect(status, out + err).toBe(0);
	const { instructions, time, machineCode, failures } = JSON.parse(out);
	expect(instructions.to).toBeGreaterThan(2);
	expect(time.of.median).toBeGreaterThan(1);
	expect(machineCode.isSame).toBe(false);
	expect(failures).toEqual([]);
	await writeFile(join(folder, 'first.cpp'), 'int hot(int n) { return n; }\n');
	const wrong = await cyclelab([...words, ...files], folder);
	expect(wrong.status).toBe(3);
	expect(wrong.out).toMatch(
		/--kernel codec::hot needs a function std::uint64_t codec::hot\(std::uint64_t iterations\); this file has none\.\n {4}the call that --kernel added: error: /
	);
});

test('a kernel is measured for a series by commit, and one measurement is not enough for a verdict', async ({
	baseURL,
	folder
}) => {
	const head = await commit(folder, kernelWith('x ^= x >> 7;'));
	const track = (...words: string[]) =>
		cyclelab(['track', '--series', 'cycles.jsonl', ...words], folder);
	const words = ['--file', 'hot.c', '--kernel', 'hot', '--json', '--quiet'];
	const measured = await untilMeasured(() => track(...words, '--site', `${baseURL}`));
	expect(measured.status, measured.err).toBe(0);
	expect(await readFile(join(folder, 'cycles.jsonl'), 'utf8')).toBe(measured.out);
	const {
		commit: measuredAt,
		instructionsPerIteration,
		cyclesPerIteration
	} = JSON.parse(measured.out);
	expect(measuredAt).toBe(head);
	expect(instructionsPerIteration).toBeGreaterThan(3);
	expect(cyclesPerIteration.median).toBeGreaterThan(2);
	const shown = await track('--show', '--svg', 'cycles.svg');
	expect(shown.status, shown.err).toBe(4);
	expect(shown.out).toContain('not enough data: 1 of the 12');
	expect(await readFile(join(folder, 'cycles.svg'), 'utf8')).toContain('class="point"');
});
