/**
 * Shell: evidence of who measures when. Looks into the measuring sandboxes from outside, every few milliseconds: one that
 * holds a process beside its supervisor is executing a step. What the runners and their lock say plays no part.
 */
import { existsSync, readFileSync } from 'node:fs';
import Docker from 'dockerode';
import { readCpuList } from '../../runner/src/host/cpu-list.ts';
import { containerLimits } from '../../runner/src/sandbox/limits.ts';
import { ownerLabel } from '../../runner/src/sandbox/profile.ts';

/** Two sandboxes were at work at one moment on one processor. */
export type Overlap = { owners: [string, string]; processor: number };

export type Watch = {
	/** Whose sandbox measures now; empty if none does. */
	measuring: () => string[];
	/** How many overlaps were seen so far. */
	overlaps: () => number;
	/** Ends the watch. `measured`: sandboxes seen at work, by owner. */
	stop: () => { looks: number; measured: Record<string, number>; overlaps: Overlap[] };
};

type Sandbox = { owner: string; processors: number[]; procs: string; seen: boolean };

/** A step of the harness lasts some 100 ms. */
const lookMs = 10;
const listMs = 100;

/** @param owners the runners whose sandboxes are looked at */
export function watchMeasuring(owners: readonly string[]): Watch {
	const docker = new Docker();
	const known = new Map<string, Sandbox | undefined>();
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
				const measures = HostConfig.Memory === containerLimits.measure.memoryMiB * 2 ** 20;
				const procs = measures ? processesFile(State.Pid) : undefined;
				known.set(
					Id,
					procs === undefined
						? undefined
						: { owner, processors: readCpuList(HostConfig.CpusetCpus ?? ''), procs, seen: false }
				);
			}
		} catch {
			// A container may be gone between two questions; the next list is right.
		} finally {
			listing = false;
		}
	}

	function look(): void {
		looks++;
		const busy = [...known.values()].flatMap((one) => {
			const first = one && stepOf(one);
			return one && first !== undefined ? [{ one, first }] : [];
		});
		for (const { one } of busy) {
			if (one.seen) continue;
			one.seen = true;
			measured[one.owner] = (measured[one.owner] ?? 0) + 1;
		}
		for (const [at, { one, first }] of busy.entries())
			for (const { one: other } of busy.slice(at + 1)) {
				const processor = one.processors.find((number) => other.processors.includes(number));
				// The first one's step was there before and after the other's was seen: both at one moment.
				if (processor !== undefined && stepOf(one) === first)
					overlaps.push({ owners: [one.owner, other.owner], processor });
			}
	}

	const timers = [setInterval(() => void list(), listMs), setInterval(look, lookMs)];
	return {
		measuring: () => [...known.values()].flatMap((one) => (one && stepOf(one) ? [one.owner] : [])),
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

/** The process of the step that a sandbox executes; undefined if it waits. */
function stepOf({ procs }: Sandbox): string | undefined {
	try {
		return readFileSync(procs, 'utf8').trim().split('\n')[1];
	} catch {
		return undefined;
	}
}
