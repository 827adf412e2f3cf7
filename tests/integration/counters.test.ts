/**
 * Counting events of a container from outside. Software events prove the way (cgroup, core, slope) on every machine; for
 * hardware events a machine has counters or says so.
 */
import { ensureImages, imageTag } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countEvents } from '../../runner/src/counters/count-events.ts';
import { hardwareEvents } from '../../runner/src/counters/lines.ts';
import { installCounters, type CounterReader } from '../../runner/src/counters/reader.ts';
import { buildVariant, type Program } from '../../runner/src/job/build-variant.ts';
import { openPool, type Pool } from '../../runner/src/sandbox/pool.ts';
import type { PooledSandbox } from '../../runner/src/sandbox/taken.ts';
import { ownerLabel } from '../../runner/src/sandbox/profile.ts';
import { clang } from '../../runner/src/toolchains/cc.ts';
import type { Build } from '../../runner/src/toolchains/toolchain.ts';

const docker = new Docker();
const owner = `test-${randomUUID()}`;
const core = 0;
/** One page is touched in each iteration, for the first time. */
const source = `#include "cyclelab.h"
#include <sys/mman.h>
uint64_t kernel(uint64_t iterations) {
	volatile char *pages = mmap(0, iterations * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	madvise((void *)pages, iterations * 4096, MADV_NOHUGEPAGE);
	for (uint64_t i = 0; i < iterations; i++) pages[i * 4096] = 1;
	munmap((void *)pages, iterations * 4096);
	return iterations;
}
`;
const build: Build = {
	...{ variant: 'pages', source, language: 'c', compiler: 'clang-19', flags: [] },
	target: 'x86-64'
};

let pool: Pool;
let reader: CounterReader;
let program: Program;
let sandbox: PooledSandbox;
let container: string;

beforeAll(async () => {
	await ensureImages({ docker, names: ['cc'], onProgress: () => {} });
	const tag = await imageTag('cc');
	reader = await installCounters(docker, tag);
	pool = await openPool({ owner, cores: { tools: String(core), measure: String(core) } });
	pool.offer('cc', { tag, sizes: { tools: 0, measure: 0 } });
	const tools = await pool.take('tools', 'cc');
	const built = await buildVariant(
		{ build, edited: false },
		clang,
		tools,
		(_stage, command) => tools.run(command),
		() => {}
	);
	await tools.dispose();
	if (!built.program) throw new Error(built.report.compilerText);
	program = built.program;
	sandbox = await pool.take('measure', 'cc');
	for (const [name, bytes] of program.artifacts) await sandbox.put(name, bytes);
	const filters = { label: [`${ownerLabel}=${owner}`] };
	const [found] = await docker.listContainers({ filters });
	container = found?.Id ?? '';
}, 600_000);

afterAll(async () => {
	await pool.close();
	await reader.close();
});

const around = () => ({
	run: (command: Parameters<PooledSandbox['run']>[0]) => sandbox.run(command),
	execute: clang.execute(build, program.made),
	parameters: {},
	seed: 1,
	limits: clang.limits.measure,
	budgetMs: 20_000,
	signal: new AbortController().signal
});

test('the page faults of an iteration are counted from outside of the sandbox', async () => {
	const counted = await countEvents({
		...around(),
		events: ['page-faults', 'context-switches', 'task-clock'] as const,
		open: (event) => reader.open(event, container, core),
		// 2^14 iterations, 64 MiB of pages.
		nsPerIteration: 10e6 / 2 ** 14
	});
	const [faults, switches, clock] = counted.counters.map(({ perIteration }) => perIteration);
	expect(counted.counters.map(({ event }) => event)).toEqual([
		'page-faults',
		'context-switches',
		'task-clock'
	]);
	expect(faults?.median).toBeCloseTo(1, 2);
	expect(Math.abs(switches?.median ?? NaN)).toBeLessThan(0.01);
	// Nanoseconds of the processor: no page is there for nothing, none takes a tenth of a millisecond.
	expect(clock?.median).toBeGreaterThan(10);
	expect(clock?.median).toBeLessThan(100_000);
});

test('another core and another container are not counted', async () => {
	const elsewhere = await reader.open('page-faults', container, 1);
	await elsewhere.start();
	const execute = clang.execute(build, program.made);
	const env = { ...execute.env, CYCLELAB_MODE: 'count', CYCLELAB_COUNT: '4096' };
	await sandbox.run({ ...execute, env, limits: clang.limits.measure });
	expect(await elsewhere.stop()).toBe(0);
	elsewhere.close();
	await expect(reader.open('page-faults', 'f'.repeat(64), core)).rejects.toThrow(
		"The container's cgroup is not visible to this runner."
	);
});

test('hardware events are counted, or a sentence says why not', async () => {
	const refusal = await reader.refusal();
	const counted = await countEvents({
		...around(),
		events: hardwareEvents,
		open: (event) => reader.open(event, container, core),
		nsPerIteration: 10e6 / 2 ** 12
	});
	if (refusal === undefined) expect(counted.counters.length).toBeGreaterThan(0);
	else {
		expect(refusal).toMatch(/^This (machine|runner) .*\.$/);
		expect(counted).toEqual({ counters: [], refusal });
	}
});

test('a sandbox may still not count by itself', async () => {
	const inside = await sandbox.run({
		argv: ['/opt/cyclelab/bin/counters', 'task-clock'],
		env: {},
		limits: clang.limits.measure
	});
	expect([inside.exit, inside.stdout.toString()]).toEqual([{ code: 1 }, 'error EPERM\n']);
});
