import { expect, test } from 'vitest';
import { EngineInfo, missingLimits } from './engine-limits.ts';

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

test('an engine of root without control groups is refused, and so is an engine that reports no limits', () => {
	const refusal = missingLimits({ ...whole, MemoryLimit: false });
	expect(refusal).toBe(
		"This Docker Engine cannot limit the memory of a sandbox, so nothing runs on it: the kernel's control groups lack memory. Look at the warnings of `docker info`; on a Raspberry Pi, for instance, add cgroup_enable=memory to the kernel's command line."
	);
	expect(missingLimits(EngineInfo.parse({}))).toMatch(
		/limit the memory, processes and processors of a sandbox/
	);
});
