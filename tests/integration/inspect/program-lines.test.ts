/** Lines that are read in a program are those of llvm-symbolizer, and its answers about the open addresses complete them. */
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { disassembleCommand, readDisassembly } from '../../../runner/src/inspect/disassemble.ts';
import { addressesOf } from '../../../runner/src/inspect/listing.ts';
import { programLines } from '../../../runner/src/inspect/program-lines.ts';
import { readSymbols, symbolizeCommand } from '../../../runner/src/inspect/symbolize.ts';
import { runSteps } from '../../../runner/src/job/run-steps.ts';
import { inForce, stepLimits } from '../../../runner/src/sandbox/limits.ts';
import type { PooledSandbox } from '../../../runner/src/sandbox/pooled-sandbox.ts';
import { compilersOf } from '@cyclelab/contract/schema/compiler';
import { programName, sourceName } from '../../../runner/src/toolchains/names.ts';
import type { Build } from '../../../runner/src/toolchains/toolchain.ts';
import { toolchainOf } from '../../../runner/src/toolchains/toolchains.ts';
import { poolForAll } from '../hooks.ts';

const kernels = join(import.meta.dirname, '../../../runner/fixtures/kernels');
const limits = stepLimits.disassemble;
const pool = poolForAll('cc');
let sandbox: PooledSandbox;
beforeAll(async () => void (sandbox = await pool.take('tools', 'cc')));

/** Lines by address of the learner's functions, of both ways. */
async function bothWays(build: Build) {
	const made = await runSteps(toolchainOf(build.compiler).build(build), sandbox, (_, command) =>
		sandbox.run(command)
	);
	if (!made.ok) throw new Error(JSON.stringify(made.failure));
	const program = programName(build.variant);
	const listing = await sandbox.run(disassembleCommand(program, build.target, limits));
	const read = readDisassembly(listing, build.variant, build.target, inForce(limits));
	if (!read.ok) throw new Error(JSON.stringify(read.failure));
	const addresses = addressesOf(read.value);
	const printed = await sandbox.run(symbolizeCommand(program, addresses, limits));
	const ours = programLines(await sandbox.get(program), addresses, sourceName(build));
	const open = new Set(ours?.open);
	const theirs = readSymbols(printed, sourceName(build));
	const answered = [...theirs].filter(([address]) => !open.has(address));
	return { ours, answered: new Map(answered), total: addresses.length };
}

/** Loops, calls, a table of jumps, and code of headers that is inlined. */
const files = ['branchy.c', 'calls.c', 'switch.c', 'headers.cpp'];
const cases = (['c', 'cpp'] as const).flatMap((language) =>
	compilersOf[language].flatMap((compiler) =>
		toolchainOf(compiler).targets.map((target) => ({ language, compiler, target }))
	)
);

test.each(cases)('$language by $compiler for $target', { timeout: 120_000 }, async (one) => {
	let [lines, total] = [0, 0];
	for (const file of files.filter((name) => extname(name) === `.${one.language}`)) {
		const variant = file.slice(0, -extname(file).length);
		const source = readFileSync(join(kernels, file), 'utf8');
		const both = await bothWays({ ...one, variant, source, flags: [] });
		expect([variant, both.ours?.lines]).toEqual([variant, both.answered]);
		lines += both.answered.size;
		total += both.total;
	}
	expect(lines).toBeGreaterThan(total / 5);
});

test('lines of a header, of a renamed file and without optimisation', async () => {
	const sources = [
		'#include <string.h>\nunsigned long kernel(unsigned long n) { char a[64]; memset(a, (int)n, 64); return strlen(a); }\n',
		'#line 90 "other.h"\nstatic int f(int n) { return n * 3; }\n#line 7\nunsigned long kernel(unsigned long n) { return f((int)n); }\n'
	];
	for (const [index, body] of sources.entries()) {
		for (const flags of [['-O0'], ['-O3']]) {
			const source = `${body}void setup(unsigned long seed) { (void)seed; }\n`;
			const shared = { language: 'c', compiler: 'clang-22', target: 'x86-64' } as const;
			const both = await bothWays({ ...shared, variant: `other${index}`, source, flags });
			expect(both.ours?.lines).toEqual(both.answered);
		}
	}
});
