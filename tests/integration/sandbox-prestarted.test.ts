/** A tool that was started before it was asked for gives exactly what the same tool gives when started plainly. */
import { ensureImages, imageTag } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { disassembleCommand } from '../../runner/src/inspect/disassemble.ts';
import { symbolizeCommand } from '../../runner/src/inspect/symbolize.ts';
import { linkCommand } from '../../runner/src/toolchains/cc-link.ts';
import { compileCommand } from '../../runner/src/toolchains/cc-compile.ts';
import type { Command } from '../../runner/src/sandbox/command.ts';
import { stepLimits } from '../../runner/src/sandbox/limits.ts';
import { openPool, type Pool } from '../../runner/src/sandbox/pool.ts';
import type { PooledSandbox } from '../../runner/src/sandbox/taken.ts';
import { prestartedTools } from '../../runner/src/sandbox/prestarted.ts';

let pool: Pool;
let sandbox: PooledSandbox;

beforeAll(async () => {
	await ensureImages({ docker: new Docker(), names: ['cc'], onProgress: () => undefined });
	const owner = `test-${randomUUID()}`;
	pool = await openPool({ owner, cores: { tools: '0', measure: '0' } });
	pool.offer('cc', {
		tag: await imageTag('cc'),
		sizes: { tools: 1, measure: 0 },
		prestarted: { tools: prestartedTools }
	});
	// Tools are started early only in a container nobody waits for.
	await vi.waitFor(() => expect(pool.status()[0]).toMatchObject({ kind: 'tools', warm: 1 }), {
		timeout: 30_000,
		interval: 20
	});
	sandbox = await pool.take('tools', 'cc');
}, 600_000);

afterAll(() => pool?.close());

/** An unread variable is enough for a request to fit no waiting tool. */
const plainly = (command: Command): Command => ({
	...command,
	env: { ...command.env, PLAIN: '1' }
});

async function outcome(command: Command) {
	const { prestarted, exit, stdout, stderr, produced } = await sandbox.run(command);
	const artifacts = await Promise.all(produced.map((name) => sandbox.get(name)));
	return { prestarted, exit, stdout, stderr, artifacts };
}

async function bothWays(command: Command) {
	const waiting = await outcome(command);
	expect(waiting.prestarted).toBe(true);
	expect(waiting).toEqual({ ...(await outcome(plainly(command))), prestarted: true });
	return waiting;
}

const source = `#include "cyclelab.h"
static uint64_t table[512];
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) sum += table[(i * 7) & 511] ^ i;
	return sum;
}
`;
const build = {
	variant: 'one',
	language: 'c',
	compiler: 'clang-19',
	target: 'x86-64',
	flags: ['-DQUOTED="a b\\c\'d"', '-DEMPTY='],
	source
} as const;

test('object, program, listing, lines and prediction are the same, byte for byte', async () => {
	const compiled = await bothWays(compileCommand(build, stepLimits.compile));
	expect(compiled).toMatchObject({ exit: { code: 0 }, artifacts: [expect.any(Buffer)] });
	const linked = await bothWays(linkCommand(build, 'library', stepLimits.link));
	expect(linked).toMatchObject({ exit: { code: 0 }, artifacts: [expect.any(Buffer)] });

	const listing = await bothWays(disassembleCommand('one.elf', 'x86-64', stepLimits.disassemble));
	const address = /^([0-9a-f]+) <kernel>:/m.exec(listing.stdout.toString())?.[1];
	const lines = await bothWays(
		symbolizeCommand('one.elf', [Number.parseInt(address ?? '', 16)], stepLimits.disassemble)
	);
	expect(lines.stdout.toString()).toContain('"FunctionName":"kernel"');

	const prediction = await bothWays({
		argv: ['/usr/bin/llvm-mca-19', '-mcpu=znver4', '--json', '{in}/loop.s'],
		env: {},
		files: { 'loop.s': '.intel_syntax noprefix\nadd rax, rbx\nimul rcx, rax\n' },
		limits: stepLimits.predict
	});
	expect(JSON.parse(prediction.stdout.toString())).toHaveProperty('CodeRegions');
});

test('an error reads the same, and an argument that cannot be written down starts a tool plainly', async () => {
	const wrong = { ...build, source: 'int kernel( {' };
	const refused = await bothWays(compileCommand(wrong, stepLimits.compile));
	expect(refused.exit).toEqual({ code: 1 });
	const empty = await outcome({
		argv: ['/usr/bin/llvm-mca-19', ''],
		env: {},
		limits: stepLimits.predict
	});
	expect(empty.prestarted).toBe(false);
});

test('standard input reaches a waiting tool', async () => {
	const answer = await bothWays({
		argv: ['/usr/bin/llvm-mca-19', '-mcpu=znver4', '-'],
		env: {},
		stdin: 'add %rax, %rbx\n',
		limits: stepLimits.predict
	});
	expect(answer.stdout.toString()).toContain('Total Cycles:');
});

test('when no waiting tool is left, the next start is a plain one', async () => {
	const version = {
		argv: ['/usr/bin/ld.lld-19', '--version'],
		env: linkCommand(build, 'library', stepLimits.link).env,
		limits: stepLimits.link
	};
	const ways = [];
	for (let i = 0; i < 3; i++) ways.push((await outcome(version)).prestarted);
	expect(ways).toEqual([true, false, false]);
});
