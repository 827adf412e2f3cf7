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
	/** Of those that have served, how many there is memory for. */
	mostSpent: number;
};

/** A pause of this length is none between the edits of somebody who types, nor between the people of a room, ms. */
export const quietMs = 1_000;

/** Containers made at once for nobody, or removed: whoever comes meanwhile waits for no more than these. */
const atOnce = 2;

/**
 * Starting a container and its tools costs as much processor time as a small job, so it must not happen beside one:
 * - for those who wait, always;
 * - while something is measured, otherwise never: the engine's work would disturb it, on whichever core;
 * - while other jobs run, only the last warm container is replaced;
 * - when all is quiet, a few at a time up to the pool's size.
 * @returns one number for each shelf
 */
export function toStart(shelves: readonly ShelfCount[], { isQuiet }: Circumstances): number[] {
	const measuring = shelves.some(({ kind, taken }) => kind === 'measure' && taken > 0);
	const busy = !isQuiet || measuring || shelves.some(({ taken }) => taken > 0);
	const wishes = shelves.map(({ size, warm, starting, waiting }) => {
		const spare = measuring ? 0 : busy ? Math.min(size, 1) : size;
		const wanted = Math.max(0, waiting + Math.max(0, spare - warm) - starting);
		const awaited = Math.min(wanted, Math.max(0, waiting - starting));
		return { awaited, spare: wanted - awaited, isBare: warm + starting === 0 };
	});
	let free = Math.max(0, atOnce - shelves.reduce((sum, { starting }) => sum + starting, 0));
	const give = (most: number) => {
		const given = Math.min(most, free);
		free -= given;
		return given;
	};
	// Every image has its first before any has its second.
	const firsts = wishes.map(({ isBare, spare }) => give(isBare ? Math.min(1, spare) : 0));
	return wishes.map(({ awaited, spare }, index) => {
		const first = firsts[index] ?? 0;
		return awaited + first + give(spare - first);
	});
}

/**
 * Removing a container costs half of what making it does: not beside a job either, as long as there is memory for those
 * that have served. Those that nobody has needed for a while go too.
 * @returns for each shelf, how many of those that have served, the oldest first, and of those that wait
 */
export function toRemove(
	shelves: readonly ShelfCount[],
	{ isQuiet, removing, mostSpent }: Circumstances
): { spent: number; warm: number }[] {
	const idle = isQuiet && shelves.every(({ taken, waiting }) => taken + waiting === 0);
	const all = shelves.reduce((sum, { spent }) => sum + spent, 0);
	let free = idle ? Math.max(0, atOnce - removing) : 0;
	let tooMany = Math.max(0, all - mostSpent);
	return shelves.map(({ spent, warm, size }) => {
		const served = Math.min(spent, Math.max(free, tooMany));
		tooMany = Math.max(0, tooMany - served);
		free = Math.max(0, free - served);
		const over = idle ? Math.min(Math.max(0, warm - size), free) : 0;
		free -= over;
		return { spent: served, warm: over };
	});
}
