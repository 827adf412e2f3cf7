/** Processes of this machine and their proportional memory, from /proc. */
import { readFile, readdir } from 'node:fs/promises';

export type ListedProcess = { pid: number; parent: number; command: string };

export async function processes(): Promise<ListedProcess[]> {
	const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const found = await Promise.all(
		names.map(async (name) => {
			// A process may end while it is read.
			const [status, command] = await Promise.all(
				['status', 'cmdline'].map((file) =>
					readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')
				)
			);
			const parent = Number(/^PPid:\s+(\d+)$/m.exec(status ?? '')?.[1]);
			return { pid: Number(name), parent, command: (command ?? '').replaceAll('\0', ' ').trim() };
		})
	);
	return found.filter(({ parent }) => !Number.isNaN(parent));
}

/** A process and its descendants, itself first. */
export function family(all: readonly ListedProcess[], pid: number): ListedProcess[] {
	const children = all.filter(({ parent }) => parent === pid);
	return [
		...all.filter((listed) => listed.pid === pid),
		...children.flatMap((child) => family(all, child.pid))
	];
}

/** Proportional set size, bytes: shared pages are divided among the processes that share them. */
export async function proportionalBytes(members: readonly ListedProcess[]): Promise<number> {
	const sizes = await Promise.all(
		members.map(async ({ pid }) => {
			const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
			return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
		})
	);
	return sizes.reduce((sum, size) => sum + size, 0);
}
