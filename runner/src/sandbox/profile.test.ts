import { expect, test } from 'vitest';
import { cellsOptions } from './cells-profile.ts';
import { containerOptions, moveOptions } from './profile.ts';
import type { SandboxKind } from './limits.ts';
import { seccompProfile } from './seccomp.ts';

const wish = { kind: 'measure', image: 'cc', cores: '1', owner: 'me' } as const;

test('a measuring container has its core, no quota of it, and nothing else', () => {
	const { NetworkDisabled, HostConfig } = containerOptions(wish);
	const { SecurityOpt, MaskedPaths, Ulimits, ...host } = HostConfig ?? {};
	expect(NetworkDisabled).toBe(true);
	expect(host).toEqual({
		AutoRemove: true,
		NetworkMode: 'none',
		ReadonlyRootfs: true,
		CapDrop: ['ALL'],
		CapAdd: ['SETUID', 'SETGID', 'KILL'],
		PidsLimit: 128,
		Memory: 1_610_612_736,
		MemorySwap: 1_610_612_736,
		CpusetCpus: '1',
		OomScoreAdj: 500,
		IpcMode: 'none',
		CgroupnsMode: 'private',
		LogConfig: { Type: 'none', Config: {} },
		Tmpfs: {
			'/box': 'rw,noexec,nosuid,nodev,size=16m,nr_inodes=4096,mode=0711',
			'/made': 'rw,exec,nosuid,nodev,size=64m,nr_inodes=1024,mode=0711'
		}
	});
	expect(SecurityOpt).toEqual([
		'no-new-privileges',
		`seccomp=${JSON.stringify(seccompProfile('measure'))}`
	]);
	expect(MaskedPaths).toEqual(
		expect.arrayContaining(['/proc/cmdline', '/proc/kcore', '/dev/pts', '/dev/mqueue'])
	);
	expect(Ulimits).toContainEqual({ Name: 'core', Soft: 0, Hard: 0 });
});

test('artifacts cannot be executed where tools run', () => {
	const tools = containerOptions({ ...wish, kind: 'tools' }).HostConfig;
	expect(tools?.Tmpfs?.['/made']).toContain('noexec');
});

test('a move to other cores repeats the limits of memory and swap, which the engine may lift otherwise', () => {
	for (const options of [containerOptions(wish), cellsOptions(wish)]) {
		const { Memory, MemorySwap } = options.HostConfig ?? {};
		expect(moveOptions(options, '0-1')).toEqual({ CpusetCpus: '0-1', Memory, MemorySwap });
		expect([Memory, MemorySwap]).not.toContain(undefined);
	}
});

test('a runtime is asked for only if one is set', () => {
	expect(containerOptions({ ...wish, runtime: 'runsc' }).HostConfig?.Runtime).toBe('runsc');
});

const allowedIn = (kind: SandboxKind): string[] =>
	seccompProfile(kind)
		.syscalls.filter(({ action }) => action === 'SCMP_ACT_ALLOW')
		.flatMap((rule) => rule.names);

test.each(['tools', 'measure'] as const)(
	'%s: no system call is allowed without a rule, and none of the dangerous has one',
	(kind) => {
		const names = allowedIn(kind);
		expect(seccompProfile(kind).defaultAction).toBe('SCMP_ACT_ERRNO');
		// No step may trace where the observer does: its launcher's filter refuses it (images/base/refuse.h).
		const observers = kind === 'measure' ? ['ptrace'] : [];
		const dangerous = `perf_event_open bpf io_uring_setup io_uring_enter io_uring_register userfaultfd keyctl add_key
			request_key ptrace process_vm_readv process_vm_writev pidfd_getfd unshare setns mount umount2 pivot_root chroot
			open_by_handle_at name_to_handle_at move_mount fsopen kexec_load init_module memfd_create settimeofday
			clock_settime personality`;
		expect(dangerous.split(/\s+/).filter((name) => names.includes(name))).toEqual(observers);
		expect(names.filter((name) => !/^[a-z0-9_]+$/.test(name))).toEqual([]);
		const whole = names.filter((name) => !/prctl$/.test(name));
		expect(whole.filter((name, at) => whole.indexOf(name) !== at)).toEqual([]);
	}
);

test.each(['tools', 'measure'] as const)(
	'%s: prctl and arch_prctl are allowed with the options that are used here, and no others',
	(kind) => {
		const rules = seccompProfile(kind).syscalls.filter(({ names }) =>
			names.some((name) => /prctl$/.test(name))
		);
		const rule = (name: string, value: number) => ({
			names: [name],
			action: 'SCMP_ACT_ALLOW',
			args: [{ index: 0, value, op: 'SCMP_CMP_EQ' }]
		});
		expect(rules).toEqual([rule('prctl', 15), rule('prctl', 38), rule('arch_prctl', 0x1002)]);
	}
);

test('compilers have no sockets, and what runs on the processor does no more with files than it needs', () => {
	const [tools, measure] = [allowedIn('tools'), allowedIn('measure')];
	expect(
		tools.filter((name) => /socket|^(bind|connect|listen|accept|send|recv)/.test(name))
	).toEqual([]);
	expect(measure).toEqual(expect.arrayContaining(['socket', 'socketpair', 'connect']));
	expect(tools).toContain('fallocate');
	expect(measure).not.toContain('fallocate');
});
