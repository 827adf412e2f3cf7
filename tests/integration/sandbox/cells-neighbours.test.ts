/**
 * A cell sees nothing of its neighbours and its predecessors, and does not disturb them, whatever runs in it: the programs
 * here run on the processor itself, as if they had got past the emulator that counts.
 */
import { readlinkSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import type { Pool } from '../../../runner/src/sandbox/pool.ts';
import { cellPools, linesOf, perl, shell, textOf, waiting } from './cells-steps.ts';

const open = cellPools({ withPerl: true });
let pool: Pool;
beforeAll(async () => {
	({ pool } = await open());
}, 900_000);

const namespaces = ['cgroup', 'ipc', 'mnt', 'net', 'pid', 'uts'];
const namespacesOf = (pid: number) =>
	namespaces.map((name) => readlinkSync(`/proc/${pid}/ns/${name}`));

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
	const names = await linesOf(one, shell('cat /proc/[0-9]*/comm'));
	// The shell finds the folders before it starts cat.
	expect([...new Set(names)].sort()).toEqual(['cyclelab-llvm', 'sh', 'supervisor']);
	const x86 = process.arch === 'x64';
	const number = (amd: number, arm: number) => (x86 ? amd : arm);
	const tried = perl(`
		call("getpid", ${number(39, 172)});
		for my $pid (2 .. 400) { next if $pid == $$; print "signalled $pid\\n" if kill 0, $pid; }
		call("kill all", ${number(62, 129)}, ${neighbour.pid}, 9);
		call("ptrace", ${number(101, 117)}, 16, ${neighbour.pid}, 0, 0);
		call("pidfd_open", 434, ${neighbour.pid}, 0);
		for my $pid (grep { !-l "/proc/$_/exe" || readlink("/proc/$_/exe") !~ /perl/ } grep { /^\\d+$/ } map { m|(\\w+)$| } </proc/[0-9]*>) {
			$others++;
			print "memory of $pid can be read\\n" if open my $memory, "<", "/proc/$pid/mem";
			print "memory of $pid can be written\\n" if open my $memory, "+<", "/proc/$pid/mem";
			print "files of $pid can be read\\n" if opendir my $files, "/proc/$pid/fd";
		}
		print $others > 1 ? "other processes tried\\n" : "no other processes\\n";
		call("process_vm_readv", ${number(310, 270)}, 1, 0, 0, 0, 0, 0);
		call("process_vm_writev", ${number(311, 271)}, 1, 0, 0, 0, 0, 0);
		call("perf_event_open", ${number(298, 241)}, 0, 0, -1, -1, 0);
		call("bpf", ${number(321, 280)}, 0, 0, 0);
		call("io_uring_setup", 425, 1, 0);
		call("userfaultfd", ${number(323, 282)}, 0);
		call("keyctl", ${number(250, 219)}, 0, -3, 0);
		call("add_key", ${number(248, 217)}, "user", "a", "b", 1, -3);
		call("shmget", ${number(29, 194)}, 7, 4096, 01600);
		call("msgget", ${number(68, 186)}, 7, 01600);
		call("semget", ${number(64, 190)}, 7, 1, 01600);
		call("mq_open", ${number(240, 180)}, "a", 0102, 0600, 0);
		call("socket", ${number(41, 198)}, 1, 1, 0);
		call("memfd_create", ${number(319, 279)}, "a", 0);
		call("inotify_init1", ${number(294, 26)}, 0);
		call("mincore", ${number(27, 232)}, 0, 4096, 0);
		call("cachestat", 451, 0, 0, 0, 0);
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
	const refused = `ptrace process_vm_readv process_vm_writev perf_event_open bpf io_uring_setup userfaultfd keyctl add_key shmget msgget semget mq_open socket inotify_init1 mincore cachestat fanotify_init
		unshare setns mount umount2 sethostname seccomp capset PR_CAPBSET_DROP flock F_SETLK F_OFD_SETLK F_SETLEASE F_NOTIFY`;
	const lines = await linesOf(one, tried);
	expect(lines.filter((line) => line.endsWith(' EPERM')).map((line) => line.slice(0, -6))).toEqual(
		refused.trim().split(/\s+/)
	);
	expect(lines.filter((line) => !line.endsWith(' EPERM'))).toEqual([
		'getpid ok',
		'kill all ESRCH',
		'pidfd_open ESRCH',
		'other processes tried',
		'memfd_create ENOSYS',
		'F_GETFL ok'
	]);
	expect(textOf(`/proc/${neighbour.pid}/comm`)).toBe('sleep\n');
	neighbour.stop();
	await Promise.all([one.dispose(), other.dispose()]);
});

test('a full disk, no more processes and no more memory in one cell leave its neighbour working', async () => {
	const [full, other] = [await pool.take('tools', 'cc'), await pool.take('tools', 'cc')];
	const stop = new AbortController();
	const ready = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()] as const;
	const forking = full.run(
		perl(
			`open my $out, ">&=3"; my $made = 0; while (defined(my $pid = fork)) { sleep 60, exit if !$pid; $made++ }
			 syswrite $out, "$made\\n"; sleep 60`,
			{
				limits: { ...stepLimits.compile, processes: 150, wallMs: 60_000 },
				onResults: ready[1].resolve
			}
		),
		stop.signal
	);
	// A step begins only if its folder has room.
	await ready[1].promise;
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
	const [disk, forks] = await Promise.all(ready.map(({ promise }) => promise));
	expect(String(disk)).toBe('full\n');
	expect(Number(String(forks))).toBeGreaterThan(100);
	expect(Number(String(forks))).toBeLessThan(150);
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
