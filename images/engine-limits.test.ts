import { expect, test } from 'vitest';
import { EngineInfo, engineRefusal, missingLimits } from './engine-limits.ts';

const whole = { MemoryLimit: true, PidsLimit: true, CPUSet: true, SecurityOptions: null };
const rootless = ['name=seccomp,profile=builtin', 'name=rootless', 'name=cgroupns'];

test('an engine that holds every limit is taken, rootless or not', () => {
	expect([missingLimits(whole), missingLimits({ ...whole, SecurityOptions: rootless })]).toEqual([
		undefined,
		undefined
	]);
});

test('a rootless engine without cpuset is refused, with what to write where', () => {
	const uid = 1001;
	expect(missingLimits({ ...whole, CPUSet: false, SecurityOptions: rootless }, uid)).toBe(
		'This Docker Engine cannot limit the processors of a sandbox, so nothing runs on it: it is rootless, and systemd does not delegate cpuset to it. As root, write the lines "[Service]" and "Delegate=cpu cpuset io memory pids" to /etc/systemd/system/user@.service.d/delegate.conf, then run `systemctl daemon-reload` and `systemctl restart user@1001.service` (it ends that user\'s programs), and start again.'
	);
});

test('Podman is refused, whatever it can limit', () => {
	expect(missingLimits({ ...whole, BuildahVersion: '1.28.2' })).toBe(
		'This engine is Podman, which cannot be given the filter of system calls that every sandbox has, so nothing runs on it. Start a Docker Engine (rootless, if you like), and name its socket in DOCKER_HOST.'
	);
});

test('an engine of root without control groups is refused, and so is an engine that reports no limits', () => {
	const refusal = missingLimits({ ...whole, MemoryLimit: false });
	expect(refusal).toBe(
		"This Docker Engine cannot limit the memory of a sandbox, so nothing runs on it: the kernel's control groups lack memory. Look at the warnings of `docker info`; on a Raspberry Pi, for instance, add cgroup_enable=memory to the kernel's command line."
	);
	expect(missingLimits(EngineInfo.parse({}))).toMatch(
		/limit the memory, processes and processors of a sandbox/
	);
});

test('an engine whose root is the host’s is refused where strangers reach a host with other purposes', async () => {
	const refusalOf = (SecurityOptions: string[], isShared: boolean) =>
		engineRefusal({ info: () => Promise.resolve({ ...whole, SecurityOptions }) }, isShared);
	const plain = ['name=seccomp,profile=builtin'];
	expect(await refusalOf(plain, true)).toBe(
		'Other machines can reach this site, and root in a sandbox is root of this host, so no runner is started here. Set "userns-remap": "default" in /etc/docker/daemon.json, or state by --dedicated-host (or DEDICATED_HOST=1) that this host is for nothing else. SECURITY.md has the reasons.'
	);
	expect([
		await refusalOf(plain, false),
		await refusalOf([...plain, 'name=userns'], true),
		await refusalOf(rootless, true)
	]).toEqual([undefined, undefined, undefined]);
});
