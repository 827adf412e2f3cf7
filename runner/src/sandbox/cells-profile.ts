/** The Docker Engine's create request of a container that holds cells. Pure. */
import type { ContainerCreateOptions } from 'dockerode';
import { makerWords, mostCells } from './cell-words.ts';
import { containerLimits } from './limits.ts';
import { containerOptions, kindLabel, type ContainerWish } from './profile.ts';
import { makerProfile } from './seccomp.ts';

/** The value of the label `kindLabel`. */
export const cellsKind = 'cells';

/** For the maker, the relay and the maker's copy of LLVM's tools (108 MiB), MiB; and for their processes. */
const ownMiB = 256;
const ownProcesses = 64;

/** As much of the processors as the cells would have in containers of their own; 1024 is the engine's weight of one. */
const weight = 1024 * 8;

/** The AppArmor profile that allows the maker's mounts (`setup/apparmor`); Docker's own profile denies all. */
export const cellsAppArmor = 'cyclelab-cells';

/**
 * The options of a sandbox of tools, but for what the maker of cells needs.
 * @param hasAppArmor whether the engine confines containers by AppArmor. It then needs `cellsAppArmor` in the kernel.
 */
export function cellsOptions(
	wish: Omit<ContainerWish, 'kind'>,
	hasAppArmor = false
): ContainerCreateOptions {
	const options = containerOptions({ ...wish, kind: 'tools' });
	const { memoryMiB, processes } = containerLimits.tools;
	const memory = (memoryMiB * mostCells + ownMiB) * 1024 * 1024;
	return {
		...options,
		Entrypoint: ['/opt/cyclelab/bin/maker'],
		Cmd: makerWords(wish.huge),
		Labels: { ...options.Labels, [kindLabel]: cellsKind },
		HostConfig: {
			...options.HostConfig,
			// SYS_ADMIN makes namespaces and mounts, SETPCAP takes both from a cell. The others are for the supervisors.
			CapAdd: ['SYS_ADMIN', 'SETPCAP', 'SETUID', 'SETGID', 'KILL'],
			SecurityOpt: [
				'no-new-privileges',
				`seccomp=${JSON.stringify(makerProfile())}`,
				...(hasAppArmor ? [`apparmor=${cellsAppArmor}`] : [])
			],
			PidsLimit: processes * mostCells + ownProcesses,
			Memory: memory,
			MemorySwap: memory,
			CpuShares: weight
		}
	};
}
