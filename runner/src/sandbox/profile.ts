/** What a container of ours is allowed, as the Docker Engine's create request. Pure: tests read it without Docker. */
import type { ContainerCreateOptions, HostConfig } from 'dockerode';
import { containerLimits, type Kind } from './limits.ts';
import { seccompProfile } from './seccomp.ts';

/** Marks our containers; its value is the pool's owner, who removes what a dead predecessor left. */
export const ownerLabel = 'org.cyclelab.owner';

export type ContainerWish = {
	kind: Kind;
	/** Image tag with the supervisor in it. */
	image: string;
	/** Kernel processor list, such as "0-2". */
	cores: string;
	owner: string;
	/** Weight against other containers on the same core; the engine's default is 1024. */
	weight?: number | undefined;
	/** The engine's runtime; `runc` if not said. */
	runtime?: string | undefined;
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
		// A network namespace of its own all the same, with a loopback alone. The engine does nothing for it: no files of names
		// and name servers (the host's), and no second start of its own program, half of what making a container cost.
		NetworkDisabled: true,
		Labels: { [ownerLabel]: wish.owner },
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

/** The types of dockerode lack the cgroup namespace. */
function hostConfig(wish: ContainerWish): HostConfig & { CgroupnsMode: 'private' } {
	const limits = containerLimits[wish.kind];
	const memory = limits.memoryMiB * 2 ** 20;
	return {
		AutoRemove: true,
		...(wish.runtime && { Runtime: wish.runtime }),
		// Said twice: nothing but a loopback of its own, no address of the host, of other containers or of a cloud.
		NetworkMode: 'none',
		// Whoever comes next finds the image as it was built; what a step writes is in the two tmpfs below.
		ReadonlyRootfs: true,
		CapDrop: ['ALL'],
		// Take on a step's identity and kill what it left. Steps hold no capability at all.
		CapAdd: ['SETUID', 'SETGID', 'KILL'],
		// No program gains what its parent lacks; and the calls of the kernel that this kind of sandbox needs, no others.
		SecurityOpt: ['no-new-privileges', `seccomp=${JSON.stringify(seccompProfile(wish.kind))}`],
		// Beyond what all its steps may have together, so that the supervisor always has one for itself.
		PidsLimit: limits.processes,
		Memory: memory,
		// As much as memory alone: no swap, which would slow the host for everybody.
		MemorySwap: memory,
		// No CPU quota: it would stop a measurement in its middle. Cores and wall clocks bound the work.
		CpusetCpus: wish.cores,
		...(wish.weight === undefined ? {} : { CpuShares: wish.weight }),
		// Below the 1000 each step gives itself: the kernel kills a step, not the supervisor.
		OomScoreAdj: 500,
		// A namespace of its own and no /dev/shm, where steps could leave things for each other.
		IpcMode: 'none',
		// The host's tree of control groups, with the names of other containers, is not seen.
		CgroupnsMode: 'private',
		// What a learner's program says is a learner's, and the host's disk is not filled by it.
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
		MaskedPaths: masked
	};
}

function ulimit(Name: string, value: number) {
	return { Name, Soft: value, Hard: value };
}

function tmpfs(sizeMiB: number, files: number, executable: boolean): string {
	const exec = executable ? 'exec' : 'noexec';
	return `rw,${exec},nosuid,nodev,size=${sizeMiB}m,nr_inodes=${files},mode=0711`;
}

/** The engine's own list, and what tells of the host and no tool reads. */
const masked = [
	'/proc/acpi',
	'/proc/asound',
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
