/**
 * A command executed by a fork of the static tools' server has the same user, privileges and descriptors as a started
 * process, by the kernel's own lists; and no step can stop another step or the server.
 */
import type { ImageName } from '@cyclelab/images/recipes';
import Docker from 'dockerode';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { compileCommand } from '../../../runner/src/toolchains/cc-compile.ts';
import type { Command } from '../../../runner/src/sandbox/command.ts';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import type { Pool } from '../../../runner/src/sandbox/pool.ts';
import type { PooledSandbox } from '../../../runner/src/sandbox/pooled-sandbox.ts';
import { staticTools, toolSettings, type Tools } from '../../../runner/src/sandbox/tool-mode.ts';
import { poolOf } from '../toolchains/pool.ts';

const docker = new Docker();
const pools: Pool[] = [];
/** The served tools, in a container and in a cell. */
const places: Record<string, PooledSandbox> = {};
let sandbox: PooledSandbox;
let started: PooledSandbox;

beforeAll(async () => {
	const open = async (tools: Tools, cells: readonly ImageName[] = []) => {
		const pool = await poolOf('cc', { cells, tools });
		pools.push(pool);
		return pool.take('tools', 'cc');
	};
	places['a container'] = await open(toolSettings('served'));
	places['a cell'] = await open(toolSettings('served'), ['cc']);
	started = await open({ substitutes: staticTools });
}, 900_000);

afterAll(() => Promise.all(pools.map((pool) => pool.close())));

function servedIn(where: string): PooledSandbox {
	const place = places[where];
	if (!place) throw new Error(`There is no sandbox in ${where}.`);
	return place;
}

const mca = (iterations: number, wallMs = stepLimits.predict.wallMs): Command => ({
	argv: ['/usr/bin/llvm-mca-22', '-mcpu=znver4', `-iterations=${iterations}`, '{in}/loop.s'],
	env: {},
	files: { 'loop.s': 'add %rax, %rbx\n' },
	limits: { ...stepLimits.predict, wallMs }
});
const quick = mca(100);
/** Iterations for which llvm-mca takes longer than any of these tests. */
const endless = 4_000_000_000;
/** Clock ticks of 10 ms after which a step has read its file and is simulating. */
const busyTicks = 10;

const compile = (source: string): Command =>
	compileCommand(
		{
			variant: 'one',
			language: 'c',
			compiler: 'clang-22',
			target: 'x86-64',
			flags: [],
			source
		},
		stepLimits.compile
	);

type SandboxProcess = { pid: string; parent: string; uid: number; program: string };

/** The processes of a sandbox, with their pids on the host. */
async function processesOf({ container }: PooledSandbox): Promise<SandboxProcess[]> {
	const [id = '', cell = ''] = container.split('/');
	const { Processes } = await docker.getContainer(id).top({ ps_args: '-eo pid,ppid,uid,args' });
	const isIn = ([pid = '']: string[]) => readFileSync(`/proc/${pid}/cgroup`, 'utf8').includes(cell);
	return (Processes as string[][])
		.filter(isIn)
		.map(([pid = '', parent = '', uid = '', program = '']) => ({
			pid,
			parent,
			uid: Number(uid),
			program
		}));
}

const stepsOf = async (where: PooledSandbox) =>
	(await processesOf(where)).filter(({ uid }) => uid >= 10_000);

/** The kernel's state of a running step, without the numbers that differ for each step. */
async function kernelStateOf(where: PooledSandbox) {
	const stop = new AbortController();
	const running = where.run(mca(endless, 60_000), stop.signal);
	const { pid, parent, uid } = await vi.waitFor(
		async () => {
			const [step] = await stepsOf(where);
			if (!step || ticksOf(step.pid) < busyTicks) throw new Error('not yet');
			expect(readFileSync(`/proc/${step.pid}/oom_score_adj`, 'utf8')).toBe('1000\n');
			return step;
		},
		{ timeout: 30_000, interval: 50 }
	);
	const own = (text: string) => text.replaceAll(String(uid), 'UID');
	const status = readFileSync(`/proc/${pid}/status`, 'utf8')
		.split('\n')
		.filter((line) =>
			/^(Umask|Uid|Gid|Groups|Cap\w+|NoNewPrivs|Seccomp|Threads|Sig\w+|Cpus_allowed_list):/.test(
				line
			)
		)
		.filter((line) => !line.startsWith('SigQ'));
	const seen = {
		status: status.map(own),
		limits: readFileSync(`/proc/${pid}/limits`, 'utf8'),
		folder: readlinkSync(`/proc/${pid}/cwd`).replace(/\d+/, 'N'),
		files: openFiles(pid).map((file) => file.replace(/^pipe:.*|^\/box\/.*/, 'a pipe')),
		isSessionLeader:
			readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3] === pid,
		parent: readFileSync(`/proc/${parent}/cmdline`, 'utf8').split('\0')[0]
	};
	stop.abort();
	expect((await running).exit).toEqual({ signal: 'SIGKILL' });
	return seen;
}

/** Processor time of a process, in clock ticks: utime of proc_pid_stat(5). */
const ticksOf = (pid: string) =>
	Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[11]);

/** The targets of a process's descriptors, in their order. */
const openFiles = (pid: string) =>
	readdirSync(`/proc/${pid}/fd`)
		.sort((a, b) => Number(a) - Number(b))
		.map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));

describe.each(['a container', 'a cell'])('in %s', (where) => {
	beforeAll(() => {
		sandbox = servedIn(where);
	});

	test('a served step has the same user, privileges and descriptors as a started step', async () => {
		const served = await kernelStateOf(sandbox);
		expect(served).toEqual(await kernelStateOf(started));
		expect(served).toMatchObject({
			parent: '/opt/cyclelab/bin/supervisor',
			files: ['/dev/null', 'a pipe', 'a pipe', 'a pipe'],
			isSessionLeader: true
		});
		expect(served.status).toContain('NoNewPrivs:\t1');
		expect(served.status).toContain('CapEff:\t0000000000000000');
	});

	test('an endless step does not delay other steps, and is killed at its time limit', async () => {
		const stop = new AbortController();
		let over = 0;
		const endlessOnes = [1, 2].map(() =>
			sandbox.run(mca(endless, 60_000), stop.signal).finally(() => (over += 1))
		);
		const others = await Promise.all([1, 2, 3].map(() => sandbox.run(quick)));
		expect(others.map(({ exit, served }) => [exit.code, served])).toEqual([
			...[1, 2, 3].map(() => [0, true])
		]);
		expect(new Set(others.map(({ stdout }) => stdout.toString())).size).toBe(1);
		expect(over).toBe(0);
		expect(await sandbox.run(mca(endless, 500))).toMatchObject({
			timedOut: true,
			served: true,
			exit: { signal: 'SIGKILL' }
		});
		expect(over).toBe(0);
		stop.abort();
		await Promise.all(endlessOnes);
		expect(await stepsOf(sandbox)).toEqual([]);
	});

	test('a tool that crashes or exceeds its memory ends alone', async () => {
		const crash = compile('#pragma clang __debug crash\n');
		const { exit, served } = await sandbox.run(crash);
		expect([exit, served]).toEqual([(await started.run(crash)).exit, true]);
		const flood = { ...quick, limits: { ...quick.limits, outputKiB: 1 } };
		expect(await sandbox.run(flood)).toMatchObject({ truncated: 'stdout', served: true });
		expect(await sandbox.run(quick)).toMatchObject({ exit: { code: 0 }, served: true });
		expect(await stepsOf(sandbox)).toEqual([]);
	});

	test('a served step gets its standard input and empty arguments', async () => {
		const asked = { ...quick, stdin: 'add %rax, %rbx\n' };
		const read = await sandbox.run({
			...asked,
			argv: ['/usr/bin/llvm-mca-22', '-mcpu=znver4', '-']
		});
		expect(read.stdout.toString()).toContain('Total Cycles:');
		const large = { ...asked, stdin: '# unread\n'.repeat(100_000) };
		expect(await sandbox.run(large)).toMatchObject({ exit: { code: 0 }, served: true });
		const empty = { ...quick, argv: ['/usr/bin/llvm-mca-22', ''] };
		const [ours, theirs] = [await sandbox.run(empty), await started.run(empty)];
		expect([ours.exit, ours.stderr]).toEqual([theirs.exit, theirs.stderr]);
	});

	test('without the server tools are started instead, with the same output', async () => {
		const before = await sandbox.run(quick);
		const server = (await processesOf(sandbox)).find(({ program }) => program.endsWith('--serve'));
		process.kill(Number(server?.pid), 'SIGKILL');
		const after = await sandbox.run(quick);
		expect([before.served, after.served]).toEqual([true, false]);
		expect(after.stdout).toEqual(before.stdout);
	});
});
