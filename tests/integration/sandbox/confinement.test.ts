/** What a step may read, write, execute, call and see, tried by hostile programs. Each refusal has a control that is allowed. */
import { expect, test } from 'vitest';
import { readDevices } from '../../../runner/src/host/surroundings.ts';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import { act, env, sandboxForAll } from './steps.ts';

const { sandbox, lines, takeTools, acts } = sandboxForAll();

test('a step can read and write its own files, but neither another step’s files nor the artifacts', async () => {
	const stop = new AbortController();
	const other = sandbox.run(
		{ ...act(['sleep'], { wallMs: 60_000 }), files: { secret: 'of another step' } },
		stop.signal
	);
	const own = { files: { secret: 'of its own' } };
	const tries = async (words: string[]) =>
		(await sandbox.run({ ...act(words), ...own })).stdout.toString().trimEnd();
	expect(await tries(['read', '../in/secret'])).toBe('found 199');
	expect(await tries(['read', '/box/%d/in/secret'])).toBe('found 1');
	expect(await tries(['read', '/made/%d/acts'])).toBe('found 1');
	expect(await tries(['read', '/made/kept/acts'])).toBe('found 0');
	expect(await tries(['write', 'mine'])).toBe('found 199');
	expect(await tries(['write', '../in/secret'])).toBe('found 0');
	expect(await tries(['write', '../in/acts'])).toBe('found 0');
	expect(await tries(['write', '/box/%d/out/planted'])).toBe('found 1');
	for (const path of ['/made/planted', '/made/kept/planted', '/box/planted', '/planted', '/tmp/x'])
		expect(await tries(['write', path])).toBe('found 0');
	stop.abort();
	expect((await other).exit).toEqual({ signal: 'SIGKILL' });
});

test('a step can execute artifacts but no file that it wrote itself', async () => {
	const copy = (target: string) =>
		sandbox.run({
			argv: [
				'/bin/sh',
				'-c',
				`cp {in}/acts {out}/copy && chmod +x {out}/copy && {in}/acts run ${target}`
			],
			env,
			uses: ['acts'],
			limits: stepLimits.measure
		});
	expect((await copy('{in}/acts')).stdout.toString()).toMatch(/^uid \d+ gid \d+\n/);
	expect((await copy('{out}/copy')).stdout.toString()).toBe('run EACCES\n');
});

test('a step has no privileges and can gain none', async () => {
	expect((await lines(['identity'])).slice(1)).toEqual([
		'setuid 0 EPERM',
		'setuid 10001 EPERM',
		'setgroups EPERM',
		'nice -1 EPERM'
	]);
	const status = await sandbox.run({
		argv: [
			'/bin/grep',
			'-E',
			'^(Groups|Cap(Inh|Prm|Eff|Amb)|NoNewPrivs|Seccomp):',
			'/proc/self/status'
		],
		env,
		limits: stepLimits.measure
	});
	expect(status.stdout.toString().trimEnd().split('\n')).toEqual([
		'Groups:\t ',
		'CapInh:\t0000000000000000',
		'CapPrm:\t0000000000000000',
		'CapEff:\t0000000000000000',
		'CapAmb:\t0000000000000000',
		'NoNewPrivs:\t1',
		'Seccomp:\t2'
	]);
});

test('system calls that reach the kernel or other processes are refused', async () => {
	expect(await lines(['calls'])).toEqual([
		'getpid ok',
		'ptrace EPERM',
		'perf_event_open EPERM',
		'bpf EPERM',
		'io_uring_setup EPERM',
		'userfaultfd EPERM',
		'keyctl EPERM',
		'add_key EPERM',
		'process_vm_readv EPERM',
		'unshare EPERM',
		'setns EPERM',
		'clone EPERM',
		'clone3 ENOSYS',
		'mount EPERM',
		'open_by_handle_at EPERM',
		'memfd_create ENOSYS',
		'personality 0 EPERM',
		'personality no-random EPERM',
		'personality others EPERM',
		'SCHED_FIFO EPERM'
	]);
});

test('a step sees six devices, and no terminal', async () => {
	const names = ['full', 'null', 'random', 'tty', 'urandom', 'zero'];
	expect(await readDevices(sandbox)).toEqual(names.map((name) => `/dev/${name}`));
});

test('a step stays on the cores of its sandbox', async () => {
	expect(await lines(['affinity', '0'])).toEqual(['affinity ok']);
	expect(await lines(['affinity', '1'])).toEqual(['affinity EINVAL']);
});

test('a tool sandbox does not execute artifacts', async () => {
	const tools = await takeTools();
	await tools.put('acts', acts());
	await expect(tools.run(act(['identity']))).rejects.toMatchObject({
		code: 'CANNOT_START',
		message: '../in/acts: Permission denied'
	});
	await tools.dispose();
});
