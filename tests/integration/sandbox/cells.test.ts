/**
 * A cell confines a step as a container does, by the kernel's own lists; a host that refuses cells gives containers; and what
 * happens when the maker dies.
 */
import Docker from 'dockerode';
import { beforeAll, expect, test, vi } from 'vitest';
import { connectEngine, type Engine } from '../../../runner/src/sandbox/docker.ts';
import type { Pool } from '../../../runner/src/sandbox/pool.ts';
import type { PooledSandbox } from '../../../runner/src/sandbox/pooled-sandbox.ts';
import { staticProgram } from '../../../runner/src/sandbox/tool-mode.ts';
import { cellPools, linesOf, shell, textOf, waiting } from './cells-steps.ts';
import { enforcedOn } from './control-groups.ts';

const docker = new Docker();
const open = cellPools();
let pool: Pool;
beforeAll(async () => {
	({ pool } = await open());
}, 900_000);

const statusOf = (pid: number) =>
	textOf(`/proc/${pid}/status`)
		.split('\n')
		.filter((line) => /^(Umask|Groups|Cap\w+|NoNewPrivs|Seccomp|Threads|Sig[BIC]\w+):/.test(line));

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
	// In a container, root may also write to two tmpfs of the engine.
	expect(container.writable).toEqual([...cell.writable, '/dev', '/sys/fs/cgroup'].sort());
	expect({ ...cell, writable: [] }).toEqual({ ...container, writable: [] });
	expect(cell.status).toContain('CapBnd:\t00000000000000e0');
	expect(cell.status).toContain('CapEff:\t0000000000000000');
});

test('what the engine hides in a container is hidden in a cell', async () => {
	const { pool: containers } = await open(undefined, []);
	const script = `for path in /proc/* /proc/sys/kernel/core_pattern /sys/* /dev/* /box/* /made/* /sys/fs/cgroup/*/tasks; do
		case $path in /proc/[0-9]*|/proc/kmsg|/dev/std*|/dev/fd) continue;; esac
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
	expect(inside).toContain('/proc/cmdline 0');
	expect(inside).toContain('/proc/kallsyms 0');
	expect(inside).toContain('sandbox');
	await cell.dispose();
	await container.dispose();
});

test('LLVM’s tools are a copy in pages of 2 MiB, which no cell can change', async () => {
	const { pool: containers } = await open(undefined, []);
	const [cell, container] = [await pool.take('tools', 'cc'), await containers.take('tools', 'cc')];
	const digest = shell(`sha256sum ${staticProgram}`);
	expect(await linesOf(cell, digest)).toEqual(await linesOf(container, digest));
	const mounted = shell(`grep ' ${staticProgram} ' /proc/self/mounts`);
	expect(await linesOf(cell, mounted)).toEqual([
		expect.stringMatching(/^tmpfs \S+ tmpfs ro,nosuid,nodev,.*\bhuge=always\b/)
	]);
	const change = shell(`for act in ': >>' 'chmod 777' 'rm -f' 'mv -t /box'; do
		(eval "$act ${staticProgram}") 2> /dev/null && echo "$act works"
	done; true`);
	expect(await linesOf(cell, change)).toEqual(['']);
	await cell.dispose();
	await container.dispose();
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
