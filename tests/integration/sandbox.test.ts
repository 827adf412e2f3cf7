/** What the sandbox promises, tried by programs that try to break it. Each refusal has a control that is allowed. */
import { ensureImages, imageTag } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { randomUUID } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Command } from '../../runner/src/sandbox/command.ts';
import { stepLimits } from '../../runner/src/sandbox/limits.ts';
import { openPool, type Pool } from '../../runner/src/sandbox/pool.ts';
import type { PooledSandbox } from '../../runner/src/sandbox/taken.ts';
import { ownerLabel } from '../../runner/src/sandbox/profile.ts';

const docker = new Docker();
const owner = `test-${randomUUID()}`;
const env = { PATH: '/usr/bin:/bin' };

let pool: Pool;
let image: string;
/** Executes artifacts, on one core. */
let sandbox: PooledSandbox;
let acts: Buffer;

beforeAll(async () => {
	await ensureImages({ docker, names: ['cc'], onProgress: () => undefined });
	image = await imageTag('cc');
	pool = await openPool({ owner, cores: { tools: '0', measure: '0' } });
	pool.offer('cc', { tag: image, sizes: { tools: 0, measure: 0 } });
	const compiler = await pool.take('tools', 'cc');
	const built = await compiler.run({
		argv: ['/usr/bin/gcc-14', '-O1', '-pipe', '{in}/acts.c', '-o', '{out}/acts'],
		env: { ...env, TMPDIR: '/nowhere' },
		files: { 'acts.c': await readFile(new URL('sandbox-acts.c', import.meta.url), 'utf8') },
		produces: ['acts'],
		limits: stepLimits.compile
	});
	expect(built.stderr.toString()).toBe('');
	acts = await compiler.get('acts');
	await compiler.dispose();
	sandbox = await pool.take('measure', 'cc');
	await sandbox.put('acts', acts);
}, 600_000);

afterAll(async () => {
	await pool?.close();
	const left = await docker.listContainers({
		all: true,
		filters: { label: [`${ownerLabel}=${owner}`] }
	});
	expect(left).toEqual([]);
});

function act(words: string[], changes: Partial<Command['limits']> = {}, produces: string[] = []) {
	return {
		argv: ['{in}/acts', ...words],
		env,
		uses: ['acts'],
		produces,
		limits: { ...stepLimits.measure, wallMs: 3_000, ...changes }
	};
}

async function lines(words: string[]): Promise<string[]> {
	const output = await sandbox.run(act(words));
	expect(output.exit).toEqual({ code: 0 });
	return output.stdout.toString().trimEnd().split('\n');
}

/** Names of the processes in the sandbox, as a step sees them. */
async function processes(): Promise<string[]> {
	const output = await sandbox.run({
		argv: ['/bin/sh', '-c', 'cat /proc/[0-9]*/cmdline | tr "\\0" "\\n"'],
		env,
		limits: stepLimits.measure
	});
	return output.stdout.toString().trimEnd().split('\n');
}

test('a step hears of its input, environment and descriptors, and nothing else', async () => {
	const output = await sandbox.run({
		argv: ['/bin/sh', '-c', 'cat {in}/a.txt; cat; env; ls /proc/self/fd; echo row >&3; exit 7'],
		env: { ONLY: 'this' },
		files: { 'a.txt': 'from a file\n' },
		stdin: 'from standard input\n',
		limits: stepLimits.measure
	});
	expect({ ...output, wallMs: 0, cpuMs: 0, maxResidentKiB: 0 }).toEqual({
		exit: { code: 7 },
		// The shell adds PWD; 4 is ls reading the folder.
		stdout: Buffer.from(
			'from a file\nfrom standard input\nONLY=this\nPWD=/box/1/out\n0\n1\n2\n3\n4\n'
		),
		stderr: Buffer.alloc(0),
		results: Buffer.from('row\n'),
		timedOut: false,
		outOfMemory: false,
		prestarted: false,
		wallMs: 0,
		cpuMs: 0,
		maxResidentKiB: 0,
		produced: []
	});
	expect(output.wallMs).toBeGreaterThan(0);
	expect(output.maxResidentKiB).toBeGreaterThan(0);
});

test('a program that cannot be started is our fault and says which', async () => {
	const missing = sandbox.run({ argv: ['/bin/nothing'], env, limits: stepLimits.measure });
	await expect(missing).rejects.toMatchObject({
		code: 'CANNOT_START',
		message: '/bin/nothing: No such file or directory'
	});
	const unknown = sandbox.run({ ...act(['identity']), uses: ['other'] });
	await expect(unknown).rejects.toMatchObject({ code: 'NO_ARTIFACT' });
});

test('an endless loop ends at its wall clock', async () => {
	const output = await sandbox.run(act(['loop'], { wallMs: 300 }));
	expect({ exit: output.exit, timedOut: output.timedOut }).toEqual({
		exit: { signal: 'SIGKILL' },
		timedOut: true
	});
	expect(output.wallMs).toBeGreaterThanOrEqual(300);
});

test('a step can be stopped', async () => {
	const stop = new AbortController();
	const sleeping = sandbox.run(act(['sleep']), stop.signal);
	setTimeout(() => stop.abort(), 100);
	const { exit, timedOut } = await sleeping;
	expect({ exit, timedOut }).toEqual({ exit: { signal: 'SIGKILL' }, timedOut: false });
});

test('a fork bomb meets its limit of processes and leaves none', async () => {
	expect(await lines(['forks', '5'])).toEqual(['made 5']);
	expect(await lines(['forks', '1000'])).toEqual([`made ${stepLimits.measure.processes - 1}`]);
	// Seen while it lives: what proves below that nothing is left would notice it.
	const stop = new AbortController();
	const living = sandbox.run(act(['sleep'], { wallMs: 30_000 }), stop.signal);
	await expect.poll(ours, { timeout: 20_000 }).toContain('../in/acts');
	stop.abort();
	await living;
	const bomb = await sandbox.run(act(['forks', '-1'], { wallMs: 500 }));
	expect(bomb.timedOut).toBe(true);
	expect(await ours()).toEqual([]);
});

/** Processes of the hostile program, as another step sees them. */
async function ours(): Promise<string[]> {
	return (await processes()).filter((name) => /acts|stayed-behind/.test(name));
}

test('a daemon left behind dies with its step', async () => {
	expect(await lines(['leave'])).toEqual(['alive ok']);
	expect(await ours()).toEqual([]);
});

test('output beyond its cap is cut and ends the step', async () => {
	const cap = { outputKiB: 100 };
	const within = await sandbox.run(act(['flood', '102000'], cap));
	expect({ ...within.exit, truncated: within.truncated }).toEqual({ code: 0 });
	expect(within.stdout.length).toBe(102_000);
	const beyond = await sandbox.run(act(['flood', '-1'], cap));
	expect({ ...beyond.exit, truncated: beyond.truncated }).toEqual({
		signal: 'SIGKILL',
		truncated: 'stdout'
	});
	expect(beyond.stdout.length).toBe(100 * 1024);
});

test('a crash tells its signal', async () => {
	expect((await sandbox.run(act(['crash']))).exit).toEqual({ signal: 'SIGSEGV' });
});

test('a step that wants too much memory is killed, the sandbox is not', async () => {
	const fits = await sandbox.run(act(['memory', '100'], { wallMs: 30_000 }));
	expect({ exit: fits.exit, outOfMemory: fits.outOfMemory }).toEqual({
		exit: { code: 0 },
		outOfMemory: false
	});
	const hog = await sandbox.run(act(['memory', '4000'], { wallMs: 30_000 }));
	expect({ exit: hog.exit, outOfMemory: hog.outOfMemory }).toEqual({
		exit: { signal: 'SIGKILL' },
		outOfMemory: true
	});
	expect(await lines(['memory', '10'])).toEqual(['touched']);
});

test('only regular files of a bearable size that the step can read become artifacts', async () => {
	const names = 'plain symlink inside pipe folder socket large locked absent'.split(' ');
	const output = await sandbox.run(act(['products'], { fileMiB: 64 }, names));
	expect(output.stdout.toString().trimEnd().split('\n')).toEqual([
		'symlink ok',
		'inside ok',
		'pipe ok',
		'folder ok',
		'socket ok',
		'large ok'
	]);
	expect(output.produced).toEqual(['plain']);
	expect(await sandbox.get('plain')).toEqual(Buffer.alloc(0));
	await expect(sandbox.get('symlink')).rejects.toMatchObject({ code: 'NO_ARTIFACT' });
	await expect(sandbox.get('../kept/plain')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('an artifact arrives and returns byte by byte', async () => {
	const bytes = Buffer.alloc(5_000_000, 'all bytes \0\xff', 'latin1');
	await sandbox.put('bytes', bytes);
	expect((await sandbox.get('bytes')).equals(bytes)).toBe(true);
});

test('steps run at once, each with a uid of its own', async () => {
	const stop = new AbortController();
	const script = (after: string): Command => ({
		argv: ['/bin/sh', '-c', `id -u; id -g; ${after}`],
		env,
		limits: { ...stepLimits.measure, wallMs: 30_000 }
	});
	const told = Promise.withResolvers<unknown>();
	const first = sandbox.run(
		{ ...script('echo told >&3; exec sleep 60'), onResults: told.resolve },
		stop.signal
	);
	// These end although the first does not.
	const others = await Promise.all([sandbox.run(script('true')), sandbox.run(script('true'))]);
	await told.promise;
	stop.abort();
	const ids = [await first, ...others].map(({ stdout }) => stdout.toString().trimEnd().split('\n'));
	expect(new Set(ids.map(([uid]) => uid)).size).toBe(3);
	for (const [uid, gid] of ids) {
		expect(Number(uid)).toBeGreaterThanOrEqual(10_000);
		expect(gid).toBe(uid);
	}
});

test('a step reads and writes its own files, not those of another step or the artifacts', async () => {
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

test('a step executes artifacts but nothing it wrote itself', async () => {
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

test('there is no network, not even another family of sockets', async () => {
	expect(await lines(['network'])).toEqual([
		'unix ok',
		'inet EPERM',
		'inet6 EPERM',
		'netlink EPERM',
		'packet EPERM',
		'alg EPERM',
		'vsock EPERM'
	]);
	const devices = await sandbox.run({
		argv: [
			'/bin/sh',
			'-c',
			'sed 1,2d /proc/net/dev | cut -d: -f1; readlink /proc/self/ns/net; cat /etc/hosts /etc/resolv.conf'
		],
		env,
		limits: stepLimits.measure
	});
	const [names, namespace, ...told] = devices.stdout.toString().trimEnd().split('\n');
	expect(names?.trim()).toBe('lo');
	expect(namespace).toMatch(/^net:\[\d+\]$/);
	expect(namespace).not.toBe(await readlink('/proc/self/ns/net'));
	expect(told).toEqual([]);
});

test('a step stays on the cores of its sandbox', async () => {
	expect(await lines(['affinity', '0'])).toEqual(['affinity ok']);
	expect(await lines(['affinity', '1'])).toEqual(['affinity EINVAL']);
});

test('the sandbox of tools executes no artifact', async () => {
	const tools = await pool.take('tools', 'cc');
	await tools.put('acts', acts);
	await expect(tools.run(act(['identity']))).rejects.toMatchObject({
		code: 'CANNOT_START',
		message: '../in/acts: Permission denied'
	});
	await tools.dispose();
});

test('a disposed sandbox answers nothing, and disposing twice is safe', async () => {
	const short = await pool.take('tools', 'cc');
	const running = short.run({ argv: ['/bin/sleep', '9'], env, limits: stepLimits.compile });
	const heard = expect(running).rejects.toMatchObject({ code: 'CLOSED' });
	await Promise.all([short.dispose(), short.dispose()]);
	await heard;
	await expect(short.get('acts')).rejects.toMatchObject({ code: 'CLOSED' });
});
