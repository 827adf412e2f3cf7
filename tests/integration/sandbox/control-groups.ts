/** Shell: the limits of a container that the kernel enforces, read from its control groups, version 1 or 2. */
import { readFileSync } from 'node:fs';
import { readCpuList } from '../../../runner/src/host/cpu-list.ts';

export type Enforced = {
	/** Bytes. */
	memory: number;
	/** Bytes beyond memory. */
	swap: number;
	processes: number;
	/** Numbers of the processors it may run on. */
	processors: number[];
	/** Whether it has a quota of processor time. */
	hasQuota: boolean;
};

/** @param pid of a process in it, as this machine numbers processes */
export function enforcedOn(pid: number): Enforced {
	const lines = readFileSync(`/proc/${pid}/cgroup`, 'utf8').trim().split('\n');
	const groups = lines.map((line) => line.split(':'));
	const unified = groups.length === 1 ? groups[0]?.[2] : undefined;
	const read = (controller: string, file: string) => {
		const path = groups.find(([, names = '']) => names.split(',').includes(controller))?.[2];
		const folder = unified === undefined ? `${controller}${path ?? ''}` : unified;
		return readFileSync(`/sys/fs/cgroup/${folder}/${file}`, 'utf8').trim();
	};
	if (unified !== undefined)
		return {
			memory: Number(read('memory', 'memory.max')),
			swap: Number(read('memory', 'memory.swap.max')),
			processes: Number(read('pids', 'pids.max')),
			processors: readCpuList(read('cpuset', 'cpuset.cpus.effective')),
			hasQuota: !read('cpu', 'cpu.max').startsWith('max ')
		};
	const memory = Number(read('memory', 'memory.limit_in_bytes'));
	return {
		memory,
		swap: Number(read('memory', 'memory.memsw.limit_in_bytes')) - memory,
		processes: Number(read('pids', 'pids.max')),
		processors: readCpuList(read('cpuset', 'cpuset.effective_cpus')),
		hasQuota: read('cpu', 'cpu.cfs_quota_us') !== '-1'
	};
}
