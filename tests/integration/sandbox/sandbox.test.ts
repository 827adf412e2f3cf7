/** Steps in a sandbox: their input, output, limits and end, tried by hostile programs. Each refusal has a control that is allowed. */
import { expect, test } from 'vitest';
import type { Command } from '../../../runner/src/sandbox/command.ts';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import { act, env, sandboxForAll } from './steps.ts';

const { sandbox, lines, takeTools } = sandboxForAll();

/** Names of the sandbox's processes, as a step lists them. */
async function processes(): Promise<string[]> {
	const output = await sandbox.run({
		argv: ['/bin/sh', '-c', 'cat /proc/[0-9]*/cmdline | tr "\\0" "\\n"'],
		env,
		limits: stepLimits.measure
	});
	return output.stdout.toString().trimEnd().split('\n');
}

test('a step has its input files, environment and descriptors, and no others', async () => {
	const output = await sandbox.run({
		argv: ['/bin/sh', '-c', 'cat {in}/a.txt; cat; env; ls /proc/self/fd; echo row >&3; exit 7'],
		env: { ONLY: 'this' },
		files: { 'a.txt': 'from a file\n' },
		stdin: 'from standard input\n',
		limits: stepLimits.measure
	});
	// A sandbox that times programs begins at any number of steps.
	const stdout = Buffer.from(output.stdout.toString().replace(/box\/\d{6}/, 'box/1'));
	expect({ ...output, stdout, wallMs: 0, cpuMs: 0, maxResidentKiB: 0 }).toEqual({
		exit: { code: 7 },
		// The shell adds PWD; 4 is the folder that ls reads.
		stdout: Buffer.from(
			'from a file\nfrom standard input\nONLY=this\nPWD=/box/1/out\n0\n1\n2\n3\n4\n'
		),
		stderr: Buffer.alloc(0),
		results: Buffer.from('row\n'),
		timedOut: false,
		outOfMemory: false,
		served: false,
		wallMs: 0,
		cpuMs: 0,
		maxResidentKiB: 0,
		produced: []
	});
	expect(output.wallMs).toBeGreaterThan(0);
	expect(output.maxResidentKiB).toBeGreaterThan(0);
});

test('a program that cannot be started is an internal error that names it', async () => {
	const missing = sandbox.run({ argv: ['/bin/nothing'], env, limits: stepLimits.measure });
	await expect(missing).rejects.toMatchObject({
		code: 'CANNOT_START',
		message: '/bin/nothing: No such file or directory'
	});
	const unknown = sandbox.run({ ...act(['identity']), uses: ['other'] });
	await expect(unknown).rejects.toMatchObject({ code: 'NO_ARTIFACT' });
});

test('a fork bomb reaches the limit of processes, and none of them is left', async () => {
	expect(await lines(['forks', '5'])).toEqual(['made 5']);
	expect(await lines(['forks', '1000'])).toEqual([`made ${stepLimits.measure.processes - 1}`]);
	// The control: the list shows the processes while they run.
	const stop = new AbortController();
	const living = sandbox.run(act(['sleep'], { wallMs: 30_000 }), stop.signal);
	await expect.poll(ours, { timeout: 20_000 }).toContain('../in/acts');
	stop.abort();
	await living;
	const bomb = await sandbox.run(act(['forks', '-1'], { wallMs: 500 }));
	expect(bomb.timedOut).toBe(true);
	expect(await ours()).toEqual([]);
});

/** Processes of the hostile program, as another step lists them. */
async function ours(): Promise<string[]> {
	return (await processes()).filter((name) => /acts|stayed-behind/.test(name));
}

test('a daemon is killed with its step', async () => {
	expect(await lines(['leave'])).toEqual(['alive ok']);
	expect(await ours()).toEqual([]);
});

test('output beyond its limit is cut and ends the step', async () => {
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

test('a step that exceeds its memory is killed, but not the sandbox', async () => {
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

test('only regular, readable files below the size limit become artifacts', async () => {
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

test('unreadable and deeply nested files of a step are removed before the next step begins', async () => {
	const hidden = ['thousands, then ENOSPC', 'outer ok', 'inner ok', 'inside EACCES'];
	// AppArmor, where the host has it, refuses paths of more than 4096 bytes.
	const nested = ['thousands, then ENOSPC', 'few, then ENAMETOOLONG'];
	// Each step has as much space as the first.
	for (let times = 0; times < 3; times++) {
		expect(await lines(['hide'])).toEqual(hidden);
		expect(nested).toContain((await lines(['nest'])).join('\n'));
	}
});

test('a step without free space starts once the step that filled the disk has ended', async () => {
	const full = Promise.withResolvers<unknown>();
	const hiding = sandbox.run({ ...act(['hide-and-sleep']), onResults: full.resolve });
	await full.promise;
	expect((await lines(['identity'])).length).toBe(5);
	expect((await hiding).exit).toEqual({ code: 0 });
});

test('steps run concurrently, each with a different uid', async () => {
	const stop = new AbortController();
	const script = (after: string): Command => ({
		argv: ['/bin/sh', '-c', `id -u; id -g; ${after}`],
		env,
		limits: { ...stepLimits.measure, wallMs: 30_000 }
	});
	const started = Promise.withResolvers<unknown>();
	const first = sandbox.run(
		{ ...script('echo started >&3; exec sleep 60'), onResults: started.resolve },
		stop.signal
	);
	// These steps end while the first still runs.
	const others = await Promise.all([sandbox.run(script('true')), sandbox.run(script('true'))]);
	await started.promise;
	stop.abort();
	const ids = [await first, ...others].map(({ stdout }) => stdout.toString().trimEnd().split('\n'));
	expect(new Set(ids.map(([uid]) => uid)).size).toBe(3);
	for (const [uid, gid] of ids) {
		expect(Number(uid)).toBeGreaterThanOrEqual(10_000);
		expect(gid).toBe(uid);
	}
});

test('a disposed sandbox rejects every request, and disposing twice is safe', async () => {
	const short = await takeTools();
	const running = short.run({ argv: ['/bin/sleep', '9'], env, limits: stepLimits.compile });
	const heard = expect(running).rejects.toMatchObject({ code: 'CLOSED' });
	await Promise.all([short.dispose(), short.dispose()]);
	await heard;
	await expect(short.get('acts')).rejects.toMatchObject({ code: 'CLOSED' });
});
