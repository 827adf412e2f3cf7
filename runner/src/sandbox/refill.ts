/** How many containers to start, to let go and to remove, now. Pure. */
import type { ImageName } from '@cyclelab/images/recipes';
import type { Kind } from './limits.ts';

/** The containers of one image and kind. `size`: how many to keep warm. `spent`: those that have served and wait to be removed. */
export type ShelfCount = {
	image: ImageName;
	kind: Kind;
	size: number;
	warm: number;
	starting: number;
	waiting: number;
	taken: number;
	spent: number;
};

/** What the engine is doing, and what there is room for. */
export type Circumstances = {
	/** No tool has worked for `quietMs`. */
	isQuiet: boolean;
	/** Containers that are being removed. */
	removing: number;
	/** Containers of tools there is memory for while they wait. */
	mostWarm: number;
};

/** A pause of this length is none between the edits of somebody who types, nor between the people of a room, ms. */
export const quietMs = 1_000;

/** Containers made or removed at once for nobody: whoever comes meanwhile waits for no more than these. */
const atOnce = 2;

/** What one that has served may hold in its artifacts, as many times as one that waits takes. */
const spentTakes = 2;

/**
 * Starting a container and its tools costs as much processor time as a small job, so it must not happen beside one:
 * - for those who wait, always;
 * - while something is measured, otherwise never: the engine's work would disturb it, on whichever core;
 * - while other jobs run, only the last warm container is replaced;
 * - when all is quiet, a few at a time up to the pool's size.
 * @returns one number for each shelf
 */
export function toStart(shelves: readonly ShelfCount[], { isQuiet }: Circumstances): number[] {
	const measuring = measures(shelves);
	const busy = !isQuiet || measuring || shelves.some(({ taken }) => taken > 0);
	let free = atOnce - shelves.reduce((sum, { starting }) => sum + starting, 0);
	return shelves.map(({ size, warm, starting, waiting }) => {
		const spare = measuring ? 0 : busy ? Math.min(size, 1) : size;
		const wanted = Math.max(0, waiting + Math.max(0, spare - warm) - starting);
		const awaited = Math.min(wanted, Math.max(0, waiting - starting));
		const more = Math.max(0, Math.min(wanted - awaited, free));
		free -= more;
		return awaited + more;
	});
}

/**
 * Removing a container costs half of what making it does: not beside a job either, as long as there is memory for those
 * that have served.
 * @returns how many of the oldest to remove, one number for each shelf
 */
export function toRemove(
	shelves: readonly ShelfCount[],
	{ isQuiet, removing, mostWarm }: Circumstances
): number[] {
	const idle = isQuiet && shelves.every(({ taken, waiting }) => taken + waiting === 0);
	const all = shelves.reduce((sum, { spent }) => sum + spent, 0);
	const ready = shelves.reduce((sum, one) => sum + (one.kind === 'tools' ? one.warm : 0), 0);
	const kept = Math.max(0, Math.floor((mostWarm - ready) / spentTakes));
	let free = Math.max(idle ? atOnce - removing : 0, all - kept);
	return shelves.map(({ spent }) => {
		const now = Math.min(spent, Math.max(0, free));
		free -= now;
		return now;
	});
}

/**
 * Warm containers that nobody has needed for a while, one number for each shelf. Removing one is work for the engine too:
 * not beside a job.
 */
export function surplus(shelves: readonly ShelfCount[], { isQuiet }: Circumstances): number[] {
	const busy = !isQuiet || shelves.some(({ taken, waiting }) => taken + waiting > 0);
	return shelves.map(({ size, warm }) => (busy ? 0 : Math.max(0, warm - size)));
}

const measures = (shelves: readonly ShelfCount[]) =>
	shelves.some(({ kind, taken }) => kind === 'measure' && taken > 0);
