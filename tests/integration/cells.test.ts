/**
 * A cell confines a step as a container does, by the kernel's own lists; it sees nothing of its neighbours and predecessors;
 * and a host that refuses cells gives containers.
 */
import { ensureImages, imageTag } from '@cyclelab/images/build';
import type { ImageName } from '@cyclelab/images/recipes';
import Docker from 'dockerode';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Command } from '../../runner/src/sandbox/command.ts';
import { connectEngine, type Engine } from '../../runner/src/sandbox/docker.ts';
import { stepLimits } from '../../runner/src/sandbox/limits.ts';
import { openPool, type Pool } from '../../runner/src/sandbox/pool.ts';
import type { PooledSandbox } from '../../runner/src/sandbox/pooled-sandbox.ts';
import { toolSettings } from '../../runner/src/sandbox/tool-mode.ts';
import { enforcedOn } from './control-groups.ts';

const docker = new Docker();
const pools: { pool: Pool; refusals: string[] }[] = [];

async function open(engine: Engine = connectEngine(), cells: readonly ImageName[] = ['cc']) {
	const refusals: string[] = [];
	const pool = await openPool({
		owner: `test-${randomUUID()}`,
		cores: { tools: '0', measure: '0' },
		tools: toolSettings('served'),
		engine,
		cells,
		onCellsRefused: (sentence) => refusals.push(sentence)
	});
	const sizes = { tools: 0, measure: 0 };
	pool.offer('cc', { tag: await imageTag('cc'), sizes });
	const opened = { pool, refusals };
	pools.push(opened);
	return opened;
}

let pool: Pool;
beforeAll(async () => {
	await ensureImages({ docker, names: ['cc'], onProgress: () => undefined });
	({ pool } = await open());
}, 900_000);
afterAll(async () => {
	for (const opened of pools) {
		await opened.pool.close();
	}
});

const env = { PATH: '/usr/bin:/bin' };
const step = (argv: string[], more: Partial<Command> = {}): Command => ({
	...{ argv, env, limits: { ...stepLimits.compile, wallMs: 60_000 } },
	...more
});
const shell = (script: string, more: Partial<Command> = {}) =>
	step(['/bin/sh', '-c', script], more);
/** Debian's perl makes any system call by its number; `call` prints its error, or "ok". */
const perl = (script: string, more: Partial<Command> = {}) =>
	step(
		[
			'/usr/bin/perl',
			'-MErrno',
			'-e',
			`$| = 1; sub call { my ($name, @words) = @_; my $made = syscall(shift @words, @words);
			 print "$name ", ($made < 0 ? (grep { $!{$_} } keys %!)[0] : "ok"), "\\n"; } ${script}`
		],
		more
	);

const linesOf = async (sandbox: PooledSandbox, command: Command) => {
	const output = await sandbox.run(command);
	expect([output.exit, output.stderr.toString()]).toEqual([{ code: 0 }, '']);
	return output.stdout.toString().trimEnd().split('\n');
};

/** A step that waits, and its process on this machine. `stop` ends it. */
async function waiting(sandbox: PooledSandbox) {
	const abort = new AbortController();
	const word = randomUUID();
	const ended = sandbox.run(step(['/bin/sleep', '60', word.replaceAll(/\D/g, '')]), abort.signal);
	ended.catch(() => undefined);
	const pid = await vi.waitFor(
		() => {
			const found = readdirSync('/proc').find((name) => {
				if (!/^\d+$/.test(name)) return false;
				const words = textOf(`/proc/${name}/cmdline`).split('\0');
				return words[0] === '/bin/sleep' && words[2] === word.replaceAll(/\D/g, '');
			});
			if (!found) throw new Error('not yet');
			return Number(found);
		},
		{ timeout: 30_000, interval: 20 }
	);
	return { pid, ended, stop: () => abort.abort() };
}

const textOf = (path: string): string => {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
};

const statusOf = (pid: number) =>
	textOf(`/proc/${pid}/status`)
		.split('\n')
		.filter((line) => /^(Umask|Groups|Cap\w+|NoNewPrivs|Seccomp|Threads|Sig[BIC]\w+):/.test(line));

const namespaces = ['cgroup', 'ipc', 'mnt', 'net', 'pid', 'uts'];
const namespacesOf = (pid: number) =>
	namespaces.map((name) => readlinkSync(`/proc/${pid}/ns/${name}`));

test('a step in a cell has the privileges, limits and mounts of a step in a container', async () => {
	const { pool: containers } = await open(undefined, []);
	const seen = async (sandbox: PooledSandbox) => {
		const { pid, stop } = await waiting(sandbox);
		const mounts = textOf(`/proc/${pid}/mountinfo`).trim().split('\n');
		const writable = mounts
			.map((line) => line.split(' '))
			.filter(([, , , , , options = '']) => options.startsWith('rw'))
			.map(([, , , , place = '']) => place)
			// Masked files show an empty device, and nothing is stored there.
			.filter((place) => !/^\/proc\/.|^\/dev\/(pts|mqueue)$/.test(place));
		const state = {
			status: statusOf(pid),
			limits: textOf(`/proc/${pid}/limits`),
			enforced: enforcedOn(pid),
			oom: textOf(`/proc/${pid}/oom_score_adj`),
			writable: [...new Set(writable)].sort()
		};
		stop();
		await sandbox.dispose();
		return state;
	};
	const cell = await seen(await pool.take('tools', 'cc'));
	const container = await seen(await containers.take('tools', 'cc'));
	expect(cell.writable).toEqual(['/box', '/made', '/proc']);
	// The engine leaves a container's devices' folder writable to root; a cell's is not.
	expect(container.writable).toEqual(['/box', '/dev', '/made', '/proc']);
	expect({ ...cell, writable: [] }).toEqual({ ...container, writable: [] });
	expect(cell.status).toContain('CapBnd:\t00000000000000e0');
	expect(cell.status).toContain('CapEff:\t0000000000000000');
});

test('what the engine hides in a container is hidden in a cell', async () => {
	const { pool: containers } = await open(undefined, []);
	const script = `for path in /proc/* /proc/sys/kernel/core_pattern /sys/* /dev/* /box/* /made/* /sys/fs/cgroup/*/tasks; do
		case $path in /proc/[0-9]*|/proc/cpuinfo|/proc/kmsg) continue;; esac
		test -d $path || printf '%s %s\\n' $path $(head -c 64 $path 2> /dev/null | wc -c)
		test -w $path && test ! -c $path && echo "$path is writable"
	done; ls -d /box/* /made/* 2> /dev/null; hostname; true`;
	const [cell, container] = [await pool.take('tools', 'cc'), await containers.take('tools', 'cc')];
	const differing = (line: string) =>
		/^\/(sys\/fs\/cgroup|proc\/(stat|uptime|loadavg|meminfo|vmstat|.*info|.*stats?|softirqs|locks|cgroups|swaps|mounts|timer_list|schedstat|pressure))/.test(
			line
		);
	const inside = (await linesOf(cell, shell(script))).filter((line) => !differing(line));
	const usual = (await linesOf(container, shell(script))).filter((line) => !differing(line));
	expect(inside).toEqual(usual);
	expect(inside).toContain('/proc/kallsyms 0');
	expect(inside).toContain('sandbox');
	await cell.dispose();
	await container.dispose();
});

test('a neighbour cannot be seen, signalled or traced, and no call leads to it', async () => {
	const [one, other] = [await pool.take('tools', 'cc'), await pool.take('tools', 'cc')];
	const neighbour = await waiting(other);
	const own = await waiting(one);
	const [mine, theirs] = [namespacesOf(own.pid), namespacesOf(neighbour.pid)];
	expect(mine.filter((name) => theirs.includes(name))).toEqual([]);
	const ids = (pid: number) => /^Uid:\t(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1];
	expect(ids(own.pid)).not.toBe(ids(neighbour.pid));
	own.stop();
	await own.ended;
	expect(await linesOf(one, shell('cat /proc/[0-9]*/comm | sort -u'))).toEqual([
		...['cat', 'cyclelab-llvm', 'sh', 'sort', 'supervisor']
	]);
	const x86 = process.arch === 'x64';
	const number = (amd: number, arm: number) => (x86 ? amd : arm);
	const tried = perl(`
		call("getpid", ${number(39, 172)});
		for my $pid (2 .. 400) { next if $pid == $$; print "signalled $pid\\n" if kill 0, $pid; }
		call("kill all", ${number(62, 129)}, ${neighbour.pid}, 9);
		call("ptrace", ${number(101, 117)}, 16, ${neighbour.pid}, 0, 0);
		call("pidfd_open", 434, ${neighbour.pid}, 0);
		call("keyctl", ${number(250, 219)}, 0, -3, 0);
		call("add_key", ${number(248, 217)}, "user", "a", "b", 1, -3);
		call("shmget", ${number(29, 194)}, 7, 4096, 01600);
		call("msgget", ${number(68, 186)}, 7, 01600);
		call("semget", ${number(64, 190)}, 7, 1, 01600);
		call("mq_open", ${number(240, 180)}, "a", 0102, 0600, 0);
		call("socket", ${number(41, 198)}, 1, 1, 0);
		call("memfd_create", ${number(319, 279)}, "a", 0);
		call("inotify_init1", ${number(294, 26)}, 0);
		call("fanotify_init", ${number(300, 262)}, 0, 0);
		call("unshare", ${number(272, 97)}, 0x10000000);
		call("setns", ${number(308, 268)}, 0, 0);
		call("mount", ${number(165, 40)}, "none", "/box", "tmpfs", 0, 0);
		call("umount2", ${number(166, 39)}, "/proc", 2);
		call("sethostname", ${number(170, 161)}, "a", 1);
		call("seccomp", ${number(317, 277)}, 1, 0, 0);
		call("capset", ${number(126, 91)}, 0, 0);
		call("PR_CAPBSET_DROP", ${number(157, 167)}, 24, 21, 0, 0, 0);
		open my $file, "<", "/usr/bin/perl" or die;
		call("flock", ${number(73, 32)}, fileno $file, 2);
		my $lock = pack "ssx4qqi", 0, 0, 0, 1, 0;
		call("F_SETLK", ${number(72, 25)}, fileno $file, 6, $lock);
		call("F_OFD_SETLK", ${number(72, 25)}, fileno $file, 37, $lock);
		call("F_SETLEASE", ${number(72, 25)}, fileno $file, 1024, 0);
		call("F_NOTIFY", ${number(72, 25)}, fileno $file, 1026, 1);
		call("F_GETFL", ${number(72, 25)}, fileno $file, 3, 0);`);
	const refused = `ptrace keyctl add_key shmget msgget semget mq_open socket inotify_init1 fanotify_init
		unshare setns mount umount2 sethostname seccomp capset PR_CAPBSET_DROP flock F_SETLK F_OFD_SETLK F_SETLEASE F_NOTIFY`;
	const lines = await linesOf(one, tried);
	expect(lines.filter((line) => line.endsWith(' EPERM')).map((line) => line.slice(0, -6))).toEqual(
		refused.trim().split(/\s+/)
	);
	expect(lines.filter((line) => !line.endsWith(' EPERM'))).toEqual([
		...['getpid ok', 'kill all ESRCH', 'pidfd_open ESRCH', 'memfd_create ENOSYS', 'F_GETFL ok']
	]);
	expect(textOf(`/proc/${neighbour.pid}/comm`)).toBe('sleep\n');
	neighbour.stop();
	await Promise.all([one.dispose(), other.dispose()]);
});

test('a full disk, no more processes and no more memory in one cell leave its neighbour working', async () => {
	const [full, other] = [await pool.take('tools', 'cc'), await pool.take('tools', 'cc')];
	const stop = new AbortController();
	const ready = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()] as const;
	const filling = full.run(
		shell(
			'cat /dev/zero > big 2> /dev/null; echo more > other 2> /dev/null || echo full >&3; sleep 60',
			{
				limits: { ...stepLimits.compile, fileMiB: 4096, wallMs: 60_000 },
				onResults: ready[0].resolve
			}
		),
		stop.signal
	);
	const forking = full.run(
		perl(
			`open my $out, ">&=3"; my $made = 0; while (defined(my $pid = fork)) { sleep 60, exit if !$pid; $made++ }
			 syswrite $out, "$made\\n"; sleep 60`,
			{
				limits: { ...stepLimits.compile, processes: 1_000, wallMs: 60_000 },
				onResults: ready[1].resolve
			}
		),
		stop.signal
	);
	const [disk, forks] = await Promise.all(ready.map(({ promise }) => promise));
	expect(String(disk)).toBe('full\n');
	expect(Number(String(forks))).toBeGreaterThan(100);
	expect(Number(String(forks))).toBeLessThan(256);
	const [small] = await linesOf(other, shell('head -c 30000000 /dev/zero > big && wc -c < big'));
	expect(small).toBe('30000000');
	stop.abort();
	await Promise.all([filling, forking]);
	const hungry = full.run(perl('my $all = "x" x (600 << 20); print length $all'));
	const beside = await linesOf(other, shell('echo still here'));
	expect((await hungry).outOfMemory).toBe(true);
	expect(beside).toEqual(['still here']);
	// Its twin, within the limit.
	expect(await linesOf(other, perl('my $all = "x" x (100 << 20); print length $all'))).toEqual([
		String(100 * 2 ** 20)
	]);
	await Promise.all([full.dispose(), other.dispose()]);
});

test('nothing of a cell is left for the next: files, processes, control groups', async () => {
	const before = await pool.take('tools', 'cc');
	await before.put('kept', Buffer.from('a secret'));
	const behind = before.run(shell('echo a secret > left; (setsid sleep 60 &) ; sleep 60'));
	behind.catch(() => undefined);
	const { pid } = await waiting(before);
	const group = /^\d*:(?:memory)?:(\S+)$/m.exec(textOf(`/proc/${pid}/cgroup`))?.[1] ?? '';
	expect(group).toMatch(/cell-\d+$/);
	await before.dispose();
	expect(textOf(`/proc/${pid}/comm`)).toBe('');
	const there = ['memory/', 'pids/', 'cpu/', ''].map((tree) =>
		textOf(`/sys/fs/cgroup/${tree}${group}/cgroup.procs`)
	);
	expect(there).toEqual(['', '', '', '']);
	const after = await pool.take('tools', 'cc');
	await expect(after.get('kept')).rejects.toMatchObject({ code: 'NO_ARTIFACT' });
	expect(
		await linesOf(after, shell('find /box /made -type f 2> /dev/null; ls /proc | grep -c "^[0-9]"'))
	).toEqual([expect.stringMatching(/^[3-6]$/)]);
	await after.dispose();
});

test('when the maker dies, every cell dies with it, is reported, and the next sandbox works', async () => {
	const { pool: own } = await open();
	const [one, other] = [await own.take('tools', 'cc'), await own.take('tools', 'cc')];
	const steps = [await waiting(one), await waiting(other)];
	const heard = steps.map(({ ended }) =>
		expect(ended).rejects.toMatchObject({ code: 'CONTAINER_DIED' })
	);
	const [container = ''] = one.container.split('/');
	process.kill((await docker.getContainer(container).inspect()).State.Pid, 'SIGKILL');
	await Promise.all(heard);
	await vi.waitFor(
		() => expect(steps.map(({ pid }) => textOf(`/proc/${pid}/comm`))).toEqual(['', '']),
		30_000
	);
	await Promise.all([one.dispose(), other.dispose()]);
	const next = await own.take('tools', 'cc');
	expect(next.container).not.toContain(container);
	expect(await linesOf(next, shell('echo works'))).toEqual(['works']);
	await next.dispose();
});

test('a host that refuses cells gives containers, and names the reason once', async () => {
	const plain = connectEngine();
	const without: Engine = {
		...plain,
		create: (wish, options) =>
			plain.create(
				wish,
				options && {
					...options,
					HostConfig: { ...options.HostConfig, CapAdd: ['SETUID', 'SETGID', 'KILL'] }
				}
			)
	};
	const { pool: own, refusals } = await open(without);
	for (let times = 0; times < 2; times++) {
		const sandbox = await own.take('tools', 'cc');
		expect(sandbox.container).toMatch(/^[0-9a-f]{64}$/);
		expect(await linesOf(sandbox, shell('echo works'))).toEqual(['works']);
		await sandbox.dispose();
	}
	expect(refusals).toEqual([
		expect.stringMatching(/^This host makes no cells.*Operation not permitted/s)
	]);
});
