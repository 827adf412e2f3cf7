/** The sandbox images in a real engine: their tools, exact counts, and a harness that measures known kernels. */
import { cpus } from 'node:os';
import Docker from 'dockerode';
import { beforeAll, expect, test } from 'vitest';
import { ensureImages, imageTag } from '@cyclelab/images/build';
import { countBytes } from '../../bench/floor.ts';
import { rowsOf } from '../toolchains/harness-rows.ts';
import { inContainer } from './in-container.ts';
import { fixture } from '../toolchains/programs.ts';

const docker = new Docker();
let image = '';

beforeAll(async () => {
	await ensureImages({ docker, names: ['cc'], onProgress: console.log });
	image = await imageTag('cc');
});

const qemu = '/opt/cyclelab/qemu/';

/** Runs a shell script in the image and returns its output. Throws if it fails or writes to standard error. */
async function sh(script: string, env: Record<string, string> = {}): Promise<string> {
	const core = cpus().length - 1;
	const ended = await inContainer(docker, image, ['sh', '-ec', script], env, core);
	expect(ended).toEqual({ status: 0, stdout: ended.stdout, stderr: '' });
	return ended.stdout;
}

/** Compiles and links `source` to ./kernel.elf, then runs `script`. */
function withKernel(
	source: string,
	script: string,
	{ cpp = false, ...env }: { cpp?: boolean } & Record<string, string | boolean> = {}
): Promise<string> {
	const [compiler, file] = cpp ? ['clang++-22', 'kernel.cpp'] : ['clang-22', 'kernel.c'];
	const build = `cd /tmp; printf %s "$SOURCE" > ${file}
		${compiler} -O2 -g -march=x86-64-v3 -I/opt/cyclelab/include -c ${file} -o kernel.o
		${compiler} -no-pie -fuse-ld=lld kernel.o /opt/cyclelab/lib/x86-64/harness.o /opt/cyclelab/lib/x86-64/cal.o -o kernel.elf`;
	const texts = Object.entries(env).map(([name, value]) => [name, String(value)]);
	return sh(`${build}\n${script}`, { ...Object.fromEntries(texts), SOURCE: source });
}

const native = './kernel.elf 3>&1 >/dev/null';
const underQemu = `truncate -s ${countBytes} counts; ${qemu}qemu-x86_64 -cpu max -count ./kernel.elf 3>&1 >/dev/null 0<>counts`;
/** The blocks of the first thread, in the first area of the memory of counts, as images/base/supervisor/counts.go lays it out: address, instructions, count. */
const blocks = 'head -c 1M counts | od -A n -v -t x8 -w24 -j 4176 | grep -v " 0000000000000000$"';

test("the text section has the C runtime's start and the learner's functions, but none of the harness", async () => {
	const table = await withKernel(fixture('tells-its-inputs.c'), 'llvm-objdump-22 -t kernel.elf');
	const functions = table.split('\n').filter((line) => / F \.text/.test(line));
	const names = functions.map((line) => line.trim().split(/\s+/).at(-1)).sort();
	const startOfC = ['__do_global_dtors_aux', '_dl_relocate_static_pie', '_start'];
	const tables = ['deregister_tm_clones', 'frame_dummy', 'register_tm_clones'];
	expect(names).toEqual([...startOfC, ...tables, 'kernel', 'mix', 'setup'].sort());
});

/** Each instruction of the kernel, and how often the counted blocks say that it was executed. */
function executed(lines: readonly string[]): { text: string; count: number }[] {
	const code = lines.filter((line) => /^ +[0-9a-f]+:/.test(line));
	const addresses = code.map((line) => parseInt(line, 16));
	const counts = addresses.map(() => 0);
	for (const block of lines.filter((line) => /^( [0-9a-f]{16}){3}$/.test(line))) {
		const [pc = 0, instructions = 0, count = 0] = block
			.trim()
			.split(' ')
			.map((word) => parseInt(word, 16));
		const first = addresses.indexOf(pc);
		for (let i = first; first >= 0 && i < first + instructions; i++)
			counts[i] = (counts[i] ?? 0) + count;
	}
	return code.map((text, i) => ({ text, count: counts[i] ?? 0 }));
}

const counted = `${underQemu}; ${blocks}; llvm-objdump-22 -d --no-show-raw-insn --disassemble-symbols=kernel kernel.elf`;

/**
 * A loop of four instructions over the end of a page. Its second one, of five bytes, has `before` of them before the end: with
 * five it ends there, with fewer the processor reads two pages for it.
 */
const acrossPages = (before: number): string => `
#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 0;
	__asm__ volatile("jmp 1f; .balign 4096; .skip ${4096 - 4 - before}, 0x90\\n"
		"1: addq $7, %0; movl $0x12345678, %%edx; decq %1; jne 1b" : "+r"(x), "+r"(iterations) : : "edx", "cc");
	return x;
}`;

test.for([1, 2, 3, 4, 5])(
	'an instruction of five bytes is counted once an iteration where %i of them are before the end of a page',
	async (before) => {
		const env = { CYCLELAB_MODE: 'count', CYCLELAB_COUNT: '1000' };
		const lines = (await withKernel(acrossPages(before), counted, env)).split('\n');
		const loop = executed(lines).filter(({ count }) => count > 1);
		expect(loop.map(({ text, count }) => [text.trim().split(/\s+/).slice(1, 3), count])).toEqual([
			[['addq', '$0x7,'], 1000],
			[['movl', '$0x12345678,'], 1000],
			[['decq', expect.stringContaining('%r')], 1000],
			[['jne', expect.any(String)], 1000]
		]);
	}
);

test('setup runs once with the seed, and parameters reach the kernel', async () => {
	const env = { CYCLELAB_MODE: 'count', CYCLELAB_COUNT: '64', CYCLELAB_SEED: '42' };
	const text = await withKernel(fixture('tells-its-inputs.c'), native, {
		...env,
		CYCLELAB_P_working_set: '7',
		CYCLELAB_P_working_set_too: '8'
	});
	expect(BigInt(`0x${rowsOf(text).first.result}`)).toBe(1_042_007_009n);
});

/** Links ./kernel.o without the C library. */
const bareLink =
	'ld.lld-22 -static /opt/cyclelab/lib/x86-64/start.o kernel.o /opt/cyclelab/lib/x86-64/harness.o /opt/cyclelab/lib/x86-64/cal.o /opt/cyclelab/lib/bare.ld -o kernel.elf';

test('a program without the C library runs its constructors, maps memory and counts', async () => {
	const env = { CYCLELAB_MODE: 'count', CYCLELAB_COUNT: '64', CYCLELAB_P_working_set: '7' };
	const script = `${bareLink}; ${native}; ${underQemu}; ${blocks} | grep -c .`;
	const lines = (
		await withKernel(fixture('constructed-before-main.cpp'), script, { ...env, cpp: true })
	).split('\n');
	for (const run of [lines.slice(0, 3), lines.slice(3, 6)])
		expect(rowsOf(run.join('\n') + '\n').first.result).toBe(
			(64 + 7).toString(16).padStart(16, '0')
		);
	expect(Number(lines[6])).toBeGreaterThan(10);
});

test('a program that needs the C library does not link without it', async () => {
	const refused = `if ${bareLink} 2>errors; then echo linked; else grep -c 'undefined symbol' errors; fi`;
	expect(await withKernel(fixture('thread-local.c'), refused)).toMatch(/^[1-9]\d*\n$/);
	const callsLibrary = fixture('empty.c').replace(
		'return',
		'(void)!__builtin_printf("%d", 1); return'
	);
	expect(await withKernel(callsLibrary, refused)).toMatch(/^[1-9]\d*\n$/);
});

/** The samples whose two calls are not two of once, twice and three times so many iterations. */
const otherLengths = (samples: readonly { n: number; n2?: number | undefined }[], once: number) =>
	samples
		.map(({ n, n2 = NaN }) => [n / once, n2 / once].join())
		.filter((lengths) => !['1,2', '1,3', '2,3'].includes(lengths));

test('a kernel without a loop ends, and its samples have the largest number of iterations', async () => {
	const env = { CYCLELAB_MODE: 'time', CYCLELAB_SAMPLES: '5', CYCLELAB_BUDGET_MS: '200' };
	const { samples } = rowsOf(await withKernel(fixture('empty.c'), native, env));
	expect(samples).toHaveLength(5);
	expect(otherLengths(samples, 2 ** 40)).toEqual([]);
});

test('a kernel whose iteration is longer than a sample is called with one iteration', async () => {
	const env = { CYCLELAB_MODE: 'time', CYCLELAB_SAMPLES: '3', CYCLELAB_BUDGET_MS: '5000' };
	const { samples } = rowsOf(await withKernel(fixture('slow.c'), native, env));
	expect(samples).toHaveLength(3);
	expect(otherLengths(samples, 1)).toEqual([]);
});

test('an exhausted budget ends the run after the present sample', async () => {
	const env = { CYCLELAB_MODE: 'time', CYCLELAB_SAMPLES: '50', CYCLELAB_BUDGET_MS: '1' };
	expect(rowsOf(await withKernel(fixture('slow.c'), native, env)).samples).toHaveLength(1);
});

test('both calibration loops run around every sample, in order and within the time that passed', async () => {
	const env = { CYCLELAB_MODE: 'time', CYCLELAB_LOOPS: '1', CYCLELAB_SAMPLES: '31' };
	const { hello, samples, end } = rowsOf(
		await withKernel(fixture('dependent-multiply.c'), native, env)
	);
	expect([hello.chainCycles, hello.loopCycles, samples.length]).toEqual([30_000, 10_000, 31]);
	const ticks = samples.map(({ t1, t2, c0, c1, l0 = 0, l1 = 0 }) => [t1, t2, c0, c1, l0, l1]);
	expect(ticks.flat().every((tick) => tick > hello.overhead)).toBe(true);
	expect(ticks.flat().reduce((sum, tick) => sum + tick, 0)).toBeLessThan(end.tsc - hello.tsc);
});

test('an image that exists is not built again', async () => {
	const said: string[] = [];
	await ensureImages({ docker, names: ['cc'], onProgress: (sentence) => said.push(sentence) });
	expect(said).toEqual([]);
});
