/** How many containers to start, or to let go, now. Pure. */
import type { ImageName } from '@cyclelab/images/recipes';
import type { Kind } from './limits.ts';

/** The containers of one image and kind. `size`: how many to keep warm. */
export type ShelfCount = {
	image: ImageName;
	kind: Kind;
	size: number;
	warm: number;
	starting: number;
	waiting: number;
	taken: number;
};

/**
 * Starting a container and its tools costs as much processor time as a small job, so it must not happen beside one:
 * - for those who wait, always;
 * - while something is measured, otherwise never: the engine's work would disturb it, on whichever core;
 * - while other jobs run, only the last warm container is replaced;
 * - when nothing runs, up to the pool's size.
 * @returns one number for each shelf
 */
export function toStart(shelves: readonly ShelfCount[]): number[] {
	const measuring = shelves.some(({ kind, taken }) => kind === 'measure' && taken > 0);
	const busy = measuring || shelves.some(({ taken }) => taken > 0);
	return shelves.map(({ size, warm, starting, waiting }) => {
		const spare = measuring ? 0 : busy ? Math.min(size, 1) : size;
		return Math.max(0, waiting + Math.max(0, spare - warm) - starting);
	});
}

/**
 * Warm containers that nobody has needed for a while, one number for each shelf. Removing one is work for the engine too:
 * not beside a job.
 */
export function surplus(shelves: readonly ShelfCount[]): number[] {
	const busy = shelves.some(({ taken, waiting }) => taken + waiting > 0);
	return shelves.map(({ size, warm }) => (busy ? 0 : Math.max(0, warm - size)));
}
