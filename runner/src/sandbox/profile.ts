/** The Docker Engine's create request of a sandbox, with everything it allows. Pure: tests read it without Docker. */
import { defined } from '@cyclelab/contract/defined';
import type { ContainerCreateOptions, HostConfig } from 'dockerode';
import { containerLimits, type SandboxKind } from './limits.ts';
import { seccompProfile } from './seccomp.ts';

/** Label of our containers. Its value is the pool's owner, which removes the containers of a dead predecessor. */
export const ownerLabel = 'org.cyclelab.owner';
/** Label with the container's `SandboxKind`. */
export const kindLabel = 'org.cyclelab.kind';

export type ContainerWish = {
	kind: SandboxKind;
	/** Image tag with the supervisor in it. */
	image: string;
	/** Kernel processor list, such as "0-2". */
	cores: string;
	owner: string;
	/** Weight against other containers on the same core; the engine's default is 1024. */
	weight?: number | undefined;
	/** The engine's runtime; default: `runc`. */
	runtime?: string | undefined;
	/** It may be a cell (`cell-engine.ts`). */
	cells?: boolean | undefined;
	/** A program of the image that cells have in pages of 2 MiB, at the price of a copy in memory. */
	huge?: string | undefined;
};

export function containerOptions(wish: ContainerWish): ContainerCreateOptions {
	return {
		Image: wish.image,
		Entrypoint: ['/opt/cyclelab/bin/supervisor'],
		Cmd: [],
		// Its work is short and in pieces: further threads of Go's scheduler only look for more of it.
		Env: ['GOMAXPROCS=1'],
		User: '0:0',
		WorkingDir: '/',
		Hostname: 'sandbox',
		// The container still gets a network namespace with only a loopback. The engine writes no resolver files for it and
		// does not start its own program a second time, which was half the cost of making a container.
		NetworkDisabled: true,
		Labels: { [ownerLabel]: wish.owner, [kindLabel]: wish.kind },
		// The supervisor ends with its standard input: a dead runner leaves no container.
		AttachStdin: true,
		AttachStdout: true,
		AttachStderr: true,
		OpenStdin: true,
		StdinOnce: true,
		Tty: false,
		HostConfig: hostConfig(wish)
	};
}

/** Bytes. As much with swap as without: no swap, which would slow the host for everybody. */
function memoryOf(kind: SandboxKind) {
	const bytes = containerLimits[kind].memoryMiB * 2 ** 20;
	return { Memory: bytes, MemorySwap: bytes };
}

/**
 * The engine's request that moves a container, created with these options, to other cores. It repeats the limit of swap:
 * with control groups v2 a request without it lifts that limit (seen with Docker 26.1.5: `memory.swap.max` became `max`).
 */
export const moveOptions = ({ HostConfig }: ContainerCreateOptions, cores: string) => ({
	CpusetCpus: cores,
	Memory: HostConfig?.Memory,
	MemorySwap: HostConfig?.MemorySwap
});

/** The types of dockerode lack the cgroup namespace. */
function hostConfig(wish: ContainerWish): HostConfig & { CgroupnsMode: 'private' } {
	const limits = containerLimits[wish.kind];
	return {
		AutoRemove: true,
		...(wish.runtime && { Runtime: wish.runtime }),
		// Set twice: only a loopback, no address of the host, of other containers or of a cloud.
		NetworkMode: 'none',
		// The image stays as it was built; steps write only to the two tmpfs below.
		ReadonlyRootfs: true,
		CapDrop: ['ALL'],
		// Take on a step's identity and kill what it left. Steps hold no capability at all.
		CapAdd: ['SETUID', 'SETGID', 'KILL'],
		// No program gains what its parent lacks; and the calls of the kernel that this kind of sandbox needs, no others.
		SecurityOpt: ['no-new-privileges', `seccomp=${JSON.stringify(seccompProfile(wish.kind))}`],
		// Beyond what all its steps may have together, so that the supervisor always has one for itself.
		PidsLimit: limits.processes,
		...memoryOf(wish.kind),
		// No CPU quota: it would stop a measurement in its middle. Cores and wall clocks bound the work.
		CpusetCpus: wish.cores,
		...defined({ CpuShares: wish.weight }),
		// Below the 1000 each step gives itself: the kernel kills a step, not the supervisor.
		OomScoreAdj: 500,
		// A private IPC namespace and no /dev/shm, where steps could leave data for each other.
		IpcMode: 'none',
		// The host's tree of control groups, with the names of other containers, is not seen.
		CgroupnsMode: 'private',
		// No log: a learner's output stays private and cannot fill the host's disk.
		LogConfig: { Type: 'none', Config: {} },
		Ulimits: [
			// A crash leaves no file, on the host's disk least of all.
			ulimit('core', 0),
			ulimit('nofile', limits.openFiles),
			// Locked memory counts against nobody's reclaim; 64 KiB is the kernel's own default.
			ulimit('memlock', 65_536),
			ulimit('msgqueue', 0),
			// No place before others on the core.
			ulimit('rtprio', 0),
			ulimit('nice', 0)
		],
		Tmpfs: {
			'/box': tmpfs(limits.workMiB, limits.workFiles, false),
			'/made': tmpfs(limits.artifactsMiB, limits.artifactFiles, limits.runsArtifacts)
		},
		MaskedPaths: maskedPaths
	};
}

function ulimit(Name: string, value: number) {
	return { Name, Soft: value, Hard: value };
}

export function tmpfs(sizeMiB: number, files: number, executable: boolean): string {
	const exec = executable ? 'exec' : 'noexec';
	return `rw,${exec},nosuid,nodev,size=${sizeMiB}m,nr_inodes=${files},mode=0711`;
}

/**
 * The engine's own list, files that describe the host and that no tool reads, and from /dev the terminals (the link `ptmx`
 * leads into `pts`) and message queues that the engine adds to every container and that nothing here uses.
 */
export const maskedPaths = [
	'/dev/mqueue',
	'/dev/pts',
	'/proc/acpi',
	'/proc/asound',
	'/proc/cmdline',
	'/proc/diskstats',
	'/proc/interrupts',
	'/proc/iomem',
	'/proc/ioports',
	'/proc/kallsyms',
	'/proc/kcore',
	'/proc/keys',
	'/proc/latency_stats',
	'/proc/modules',
	'/proc/partitions',
	'/proc/sched_debug',
	'/proc/scsi',
	'/proc/timer_list',
	'/proc/timer_stats',
	'/sys/block',
	'/sys/bus',
	'/sys/class',
	'/sys/dev',
	'/sys/devices/virtual/powercap',
	'/sys/firmware',
	'/sys/kernel',
	'/sys/module'
];
