/** The observer of a timed run, in its sandbox: its counts for honest programs, and what it refuses to programs. */
import { ensureImages, imageTag } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runsAtMost } from '../../../runner/src/job/audit-agreed.ts';
import { buildVariant } from '../../../runner/src/job/build-variant.ts';
import { readObserved } from '../../../runner/src/measure/observed.ts';
import { auditWords } from '../../../runner/src/measure/watched.ts';
import { openPool, type Pool } from '../../../runner/src/sandbox/pool.ts';
import type { Command } from '../../../runner/src/sandbox/command.ts';
import { clang } from '../../../runner/src/toolchains/cc.ts';
import type { Build } from '../../../runner/src/toolchains/toolchain.ts';

let pool: Pool;
beforeAll(async () => {
	await ensureImages({ docker: new Docker(), names: ['cc'], onProgress: () => {} });
	pool = await openPool({ owner: `test-${randomUUID()}`, cores: { tools: '0', measure: '0' } });
	pool.offer('cc', { tag: await imageTag('cc'), sizes: { tools: 0, measure: 0 } });
}, 600_000);
afterAll(() => pool.close());

/** The observer's result for a program whose kernel is one loop, not unrolled. */
async function observed(source: string): Promise<ReturnType<typeof readObserved>> {
	const build: Build = {
		variant: 'a',
		source,
		language: 'c',
		compiler: 'clang-22',
		flags: ['-fno-unroll-loops'],
		target: 'x86-64'
	};
	const tools = await pool.take('tools', 'cc');
	const built = await buildVariant(
		{ build, edited: true },
		clang,
		tools,
		(_stage, command) => tools.run(command),
		() => {}
	);
	await tools.dispose();
	if (!built.program) throw new Error(built.report.compilerText);
	const { made, artifacts, seen } = built.program;
	const code = seen.functions.find(({ symbol }) => symbol === 'kernel');
	const back = code?.instructions.find(
		({ flow, target = Infinity, address }) => flow === 'branch' && target < address
	);
	if (!code || back?.target === undefined) throw new Error('The kernel has no loop.');
	const hexadecimal = (address: number) => `0x${address.toString(16)}`;
	const loop = { kernel: hexadecimal(code.address), marker: hexadecimal(back.target) };
	const command: Command = {
		...clang.execute(build, made),
		env: {
			CYCLELAB_MODE: 'time',
			CYCLELAB_SAMPLES: '31',
			CYCLELAB_TARGET_US: '20',
			CYCLELAB_BUDGET_MS: '750'
		},
		audit: auditWords({ ...loop, passes: 1 }, 'rdi', false),
		limits: { ...clang.limits.measure, wallMs: 20_000 }
	};
	const sandbox = await pool.take('audit', 'cc');
	try {
		for (const [name, bytes] of artifacts) await sandbox.put(name, bytes);
		// As a job does (`agreed`): a run in which the program ended, or had no time for single steps, decides nothing. A busy
		// machine causes that now and then.
		for (let run = 1; ; run++) {
			const output = await sandbox.run(command);
			const found = readObserved(output.stdout.toString('latin1'), false);
			const isDecided = 'hits' in found ? found.passes > 0 : !('ended' in found);
			if (isDecided || run === runsAtMost) return found;
		}
	} finally {
		await sandbox.dispose();
	}
}

/** Its passes are long, so that a call has few of them: on a busy machine each stop takes a millisecond or two. */
const kernel = `
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 3;
	for (uint64_t i = 0; i < iterations; i++) __asm__ volatile(".rept 64\\n\\timulq %0, %0\\n\\t.endr" : "+r"(x));
	return x;
}
`;

test('the observer counts every pass of one call, and single-steps a part of it', async () => {
	const found = await observed(`#include "cyclelab.h"\n${kernel}`);
	if (!('hits' in found)) throw new Error(JSON.stringify(found));
	const { n, hits, complete, other, signals, threads, steps, passes, code } = found;
	// Calls of samples have one, two or three times as many iterations; the other one is of another length.
	const others = [1 / 3, 1 / 2, 2 / 3, 3 / 2, 2, 3].map((ratio) => Math.round(ratio * n));
	expect(others).toContain(other?.n);
	expect(other?.hits).toBe(other?.n);
	expect({ hits, complete, signals, threads }).toEqual({
		hits: n,
		complete: true,
		signals: 0,
		threads: 1
	});
	// The loop has one path, which executes each instruction once a pass.
	expect(new Set(code.map(([, count]) => count))).toEqual(new Set([passes]));
	expect(steps).toBe(passes * code.length);
}, 240_000);

test('threads are counted, and a program that starts one while it is observed is refused', async () => {
	const threads = `
#include "cyclelab.h"
#include <pthread.h>
#include <unistd.h>
static void *work(void *x) { sleep(x ? 20 : 0); return x; }
static void *spin(void *x) { for (;;) __asm__ volatile(""); return x; }
static void start(void *x) { pthread_t one; if (!pthread_create(&one, NULL, x == (void *)&spin ? spin : work, x)) pthread_detach(one); }`;
	const beside = `${threads}
void setup(uint64_t seed) { (void)seed; start(&work); }
${kernel}`;
	expect(await observed(beside)).toMatchObject({ complete: true, threads: 2 });
	// A thread that never sleeps does not keep the observer from the end of both calls.
	const busy = beside.replace('start(&work)', 'start((void *)&spin)');
	expect(await observed(busy)).toMatchObject({
		complete: true,
		other: { n: expect.any(Number) },
		threads: 2
	});
	const within = beside.replace('uint64_t x = 3;', 'uint64_t x = 3; start(NULL);');
	expect(await observed(within)).toEqual({
		bound: 'otherThreads',
		doubt:
			'Its count is that of one thread, and in a run that was timed it started threads or processes while it worked.'
	});
}, 240_000);

test('the observed program may neither trace nor change its seccomp filter', async () => {
	const source = `
#define _GNU_SOURCE
#include "cyclelab.h"
#include <errno.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>
void setup(uint64_t seed) {
	(void)seed;
	if (ptrace(PTRACE_TRACEME, 0, 0, 0) != -1 || errno != EPERM) _exit(1);
	if (syscall(SYS_seccomp, 0, 0, 0) != -1 || errno != EPERM) _exit(1);
	if (syscall(SYS_perf_event_open, 0, 0, -1, -1, 0) != -1 || errno != EPERM) _exit(1);
}
${kernel}`;
	expect(await observed(source)).toMatchObject({ complete: true });
	// The control: a program that ends there is reported.
	expect(await observed(source.replace('errno != EPERM) _exit(1)', '1) _exit(1)'))).toEqual({
		ended: true
	});
}, 240_000);
