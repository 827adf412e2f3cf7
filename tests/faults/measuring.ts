/**
 * Shell: observes which runners measure at each moment, independently of the runners and their lock. Reads the control
 * groups of the measuring sandboxes every 10 ms: a sandbox with a process besides its supervisor executes a step.
 */
import { existsSync, readFileSync } from 'node:fs';
import Docker from 'dockerode';
import { readCpuList } from '../../runner/src/host/cpu-list.ts';
import { kindLabel, ownerLabel } from '../../runner/src/sandbox/profile.ts';

/** Two sandboxes executed a step at one moment on one processor. */
export type Overlap = { owners: [string, string]; processor: number };

export type Watch = {
	/** Owners of the sandboxes that measure now. */
	measuring: () => string[];
	/** Number of overlaps so far. */
	overlaps: () => number;
	/** Ends the watch. `measured`: number of sandboxes that executed a step, by owner. */
	stop: () => { looks: number; measured: Record<string, number>; overlaps: Overlap[] };
};

type WatchedSandbox = { owner: string; processors: number[]; procs: string; seen: boolean };

/** Shorter than a step of the harness, which lasts about 100 ms. */
const lookMs = 10;
const listMs = 100;

/** @param owners the runners whose sandboxes are watched */
export function watchMeasuring(owners: readonly string[]): Watch {
	const docker = new Docker();
	const known = new Map<string, WatchedSandbox | undefined>();
	const measured: Record<string, number> = {};
	const overlaps: Overlap[] = [];
	let looks = 0;
	let listing = false;

	async function list(): Promise<void> {
		if (listing) return;
		listing = true;
		try {
			const found = await docker.listContainers({ filters: { label: [ownerLabel] } });
			const ids = new Set(found.map(({ Id }) => Id));
			for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
			for (const { Id, Labels } of found) {
				const owner = Labels[ownerLabel] ?? '';
				if (known.has(Id) || !owners.includes(owner)) continue;
				const { HostConfig, State } = await docker.getContainer(Id).inspect();
				const procs = Labels[kindLabel] === 'measure' ? processesFile(State.Pid) : undefined;
				known.set(
					Id,
					procs === undefined
						? undefined
						: { owner, processors: readCpuList(HostConfig.CpusetCpus ?? ''), procs, seen: false }
				);
			}
		} catch {
			// A container may be removed between the two requests; the next list is complete.
		} finally {
			listing = false;
		}
	}

	function look(): void {
		looks++;
		const busy = [...known.values()].flatMap((sandbox) => {
			const first = sandbox && stepOf(sandbox);
			return sandbox && first !== undefined ? [{ sandbox, first }] : [];
		});
		for (const { sandbox } of busy) {
			if (sandbox.seen) continue;
			sandbox.seen = true;
			measured[sandbox.owner] = (measured[sandbox.owner] ?? 0) + 1;
		}
		for (const [at, { sandbox, first }] of busy.entries())
			for (const { sandbox: other } of busy.slice(at + 1)) {
				const processor = sandbox.processors.find((number) => other.processors.includes(number));
				// The same first step before and after reading the second proves that both ran at one moment.
				if (processor !== undefined && stepOf(sandbox) === first)
					overlaps.push({ owners: [sandbox.owner, other.owner], processor });
			}
	}

	const timers = [setInterval(() => void list(), listMs), setInterval(look, lookMs)];
	return {
		measuring: () =>
			[...known.values()].flatMap((sandbox) => (sandbox && stepOf(sandbox) ? [sandbox.owner] : [])),
		overlaps: () => overlaps.length,
		stop: () => {
			timers.forEach(clearInterval);
			return { looks, measured, overlaps };
		}
	};
}

/** The file that lists the processes of a container's control group (version 1 or 2). */
function processesFile(supervisor: number): string | undefined {
	try {
		const groups = readFileSync(`/proc/${supervisor}/cgroup`, 'utf8').split('\n');
		const [, , path] = (
			groups.find((line) => /^\d+:cpuset:/.test(line)) ??
			groups.find((line) => line.startsWith('0::')) ??
			''
		).split(':');
		return [`/sys/fs/cgroup/cpuset${path}/cgroup.procs`, `/sys/fs/cgroup${path}/cgroup.procs`].find(
			(file) => path !== undefined && existsSync(file)
		);
	} catch {
		return undefined;
	}
}

/** The process id of the step that a sandbox executes; undefined if it is idle. */
function stepOf({ procs }: WatchedSandbox): string | undefined {
	try {
		return readFileSync(procs, 'utf8').trim().split('\n')[1];
	} catch {
		return undefined;
	}
}
