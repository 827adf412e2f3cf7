/**
 * Shell: finds what hostile programs left on this machine: containers, their folders, control groups and mounts,
 * processes, files. It reads the kernel's own lists, so the engine must run on this machine.
 */
import Docker from 'dockerode';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cellsKind } from '../../runner/src/sandbox/cells-profile.ts';
import { kindLabel, ownerLabel } from '../../runner/src/sandbox/profile.ts';
import { staticProgram } from '../../runner/src/sandbox/tool-mode.ts';
import type { Deployment } from './deployment.ts';

/** Programs in a container that no job has used yet. */
const waiting = ['/opt/cyclelab/bin/supervisor', '/opt/cyclelab/bin/maker', staticProgram];

/** Time after the end of a run in which everything must be gone, ms. A busy engine needs minutes. */
const patienceMs = 300_000;
const lookMs = 100;

export type Leftovers = {
	/** Waits until the runner is idle. Resolves to a sentence for each thing that is left. */
	left: () => Promise<string[]>;
	/** The number of containers created so far. */
	containers: () => number;
	/** Counts what running containers have, which proves that `left` would find it: mounts and folders; processes. */
	alive: () => { places: number; processes: number };
	close: () => void;
};

/** Watches every container of the deployment's runner from now on. */
export async function watchLeftovers(deployment: Deployment): Promise<Leftovers> {
	const docker = new Docker();
	const { DockerRootDir } = await docker.info();
	const label = [`${ownerLabel}=${deployment.runner}`];
	const filters = { type: ['container' as const], event: ['create'], label };
	const seen = new Set<string>();
	const events = await docker.getEvents({ filters });
	events.on('data', (chunk: Buffer) => {
		for (const [, id = ''] of chunk.toString().matchAll(/"id":"([0-9a-f]{64})"/g)) seen.add(id);
	});
	const listed = () => docker.listContainers({ all: true, filters: { label } });
	for (const { Id } of await listed()) seen.add(Id);
	const before = new Set(files(deployment.temporary));

	const look = async (): Promise<string[]> => {
		const { jobs, pool } = await deployment.health();
		const there = await listed();
		const warm = sumOf(pool.map((one) => one.warm));
		const holding = there.filter(({ Labels }) => Labels[kindLabel] === cellsKind);
		const containers = there.length - holding.length;
		const cells = holding.flatMap(({ Id }) => cellsOf(Id));
		const busy = pool.reduce((sum, one) => sum + one.taken + one.starting + one.waiting, 0);
		if (jobs > 0 || busy > 0) return [`${jobs} jobs run, and ${busy} sandboxes are in use.`];
		const ids = new Set(there.map(({ Id }) => Id));
		for (const id of ids) seen.add(id);
		const gone = [...seen].filter((id) => !ids.has(id));
		return [
			// A pool of cells has containers too if the container of the cells was full.
			...(containers + cells.length === warm
				? []
				: [`There are ${containers} containers, ${cells.length} cells, and ${warm} in the pool.`]),
			...placesOf(DockerRootDir, gone).map((place) => `${place} is still there.`),
			...processesOf([...seen])
				.filter(({ id, program }) => !ids.has(id) || !waiting.includes(program))
				.map(({ program, pid }) => `The process ${pid}, ${program}, is still there.`),
			...files(deployment.temporary)
				.filter((file) => !before.has(file))
				.map((file) => `${file} was left.`)
		];
	};
	return {
		left: async () => {
			const end = performance.now() + patienceMs;
			for (;;) {
				const found = await look();
				if (found.length === 0 || performance.now() > end) return found;
				await pause(lookMs);
			}
		},
		containers: () => seen.size,
		alive: () => ({
			places: placesOf(DockerRootDir, [...seen]).length,
			processes: processesOf([...seen]).length
		}),
		close: () =>
			void ('destroy' in events && typeof events.destroy === 'function' && events.destroy())
	};
}

/** Paths and mounts of containers that still exist, by the containers' ids. */
function placesOf(root: string, ids: readonly string[]): string[] {
	const mounts = fs.readFileSync('/proc/self/mountinfo', 'utf8');
	const groups = ['', 'pids/', 'memory/', 'cpuset/', 'unified/'];
	return ids.flatMap((id) => [
		...[
			path.join(root, 'containers', id),
			path.join(root, 'image/overlay2/layerdb/mounts', id),
			...groups.map((group) => `/sys/fs/cgroup/${group}docker/${id}`),
			`/sys/fs/cgroup/system.slice/docker-${id}.scope`
		].filter((place) => fs.existsSync(place)),
		...(mounts.includes(id) ? [`a mount of ${id}`] : [])
	]);
}

/** Every process in the control groups of these containers. */
function processesOf(ids: readonly string[]): { pid: string; id: string; program: string }[] {
	const known = new Set(ids);
	return fs.readdirSync('/proc').flatMap((pid) => {
		if (!/^\d+$/.test(pid)) return [];
		try {
			const id = /[0-9a-f]{64}/.exec(fs.readFileSync(`/proc/${pid}/cgroup`, 'utf8'))?.[0] ?? '';
			if (!known.has(id)) return [];
			const [program = ''] = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
			// A zombie has no command line.
			return program === '' ? [] : [{ pid, id, program }];
		} catch {
			return [];
		}
	});
}

/** Control groups of the cells of a container, from the controller of memory or the tree of version 2. */
function cellsOf(container: string): string[] {
	const folders = [
		`/sys/fs/cgroup/memory/docker/${container}`,
		`/sys/fs/cgroup/docker/${container}`,
		`/sys/fs/cgroup/system.slice/docker-${container}.scope`
	];
	const found = folders.find((folder) => fs.existsSync(folder));
	return found === undefined
		? []
		: fs.readdirSync(found).filter((name) => name.startsWith('cell-'));
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

function files(folder: string): string[] {
	return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
}
