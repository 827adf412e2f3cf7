/** What is asked of the program that reads counters (`images/base/counters`), and what its answers mean. Pure. */
import { z } from 'zod';
import type { Counters } from '../schema/measurement.ts';

export type HardwareEvent = Counters[number]['event'];
/** Counted by the kernel, on every machine: they prove all but the last step where there is no hardware for it. */
export type SoftwareEvent = 'task-clock' | 'page-faults' | 'context-switches';

/** In the order they are counted: should time run out, the first ones say most. */
export const hardwareEvents: readonly HardwareEvent[] = [
	'instructions',
	'cycles',
	'branches',
	'branch-misses',
	'cache-references',
	'cache-misses'
];

/** Folders in which a container's cgroup may lie, by its full id: version 1, version 2 by systemd, version 2 by Docker. */
export const cgroupFolders = (container: string): readonly string[] => [
	`/sys/fs/cgroup/perf_event/docker/${container}`,
	`/sys/fs/cgroup/system.slice/docker-${container}.scope`,
	`/sys/fs/cgroup/docker/${container}`
];

export type Answer =
	| { kind: 'ready' }
	| { kind: 'started' }
	| { kind: 'count'; value: number }
	| { kind: 'refusal'; reason: string };

const Count = z.tuple([
	z.coerce.number().int().nonnegative(),
	z.coerce.number().int().nonnegative(),
	z.coerce.number().int().nonnegative()
]);

/** One line, without its end. */
export function readAnswer(line: string): Answer {
	const [word, ...rest] = line.split(' ');
	if (word === 'ready' || word === 'started') return { kind: word };
	if (word === 'error') return { kind: 'refusal', reason: reasonOf(rest[0] ?? '') };
	const count = Count.safeParse(rest);
	if (word !== 'count' || !count.success)
		return { kind: 'refusal', reason: 'The program that reads counters said something else.' };
	const [value, enabled, running] = count.data;
	return running < enabled
		? { kind: 'refusal', reason: 'Something else uses the counters of this processor.' }
		: { kind: 'count', value };
}

/** Why nothing can be counted, for the names errno has (perf_event_open(2), "ERRORS"). */
function reasonOf(errno: string): string {
	switch (errno) {
		case 'ENOENT':
		case 'EOPNOTSUPP':
		case 'ENODEV':
			return 'This machine has no hardware counters for it (a virtual machine often has none).';
		case 'EACCES':
		case 'EPERM':
			return 'This runner may not read hardware counters: it needs CAP_PERFMON, or to run as root beside the engine.';
		case 'EBUSY':
			return 'Something else uses the counters of this processor.';
		default:
			return `The kernel does not count it (${errno || 'no reason given'}).`;
	}
}
