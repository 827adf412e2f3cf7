/** How many containers to start and to remove now. Pure. */
import type { ImageName } from '@cyclelab/images/recipes';
import type { SandboxKind } from './limits.ts';

/** Containers of one image and kind by state. `size`: how many to keep warm. `spent`: used and waiting for removal. */
export type SubPoolCount = {
	image: ImageName;
	kind: SandboxKind;
	size: number;
	warm: number;
	starting: number;
	waiting: number;
	taken: number;
	spent: number;
	/** Its containers are cells, which cost little. */
	cells?: boolean;
};

/** The engine's current work, and the room for spent containers. */
export type EngineLoad = {
	/** No tool has worked for `quietMs`. */
	isQuiet: boolean;
	/** Containers that are being removed. */
	removing: number;
	/** Spent containers that fit in memory. */
	mostSpent: number;
};

/** The pool is quiet after this long without tool work, ms: longer than pauses between edits, or between participants of a workshop. */
export const quietMs = 1_000;

/** Cells kept warm while jobs run: a job finds one, and another is made in the time the job takes. */
const sparesBeside = 3;

/** Most containers started or removed at once in the background, so that a new job waits for no more than these. */
const atOnce = 2;

/**
 * Starting a container and its tools costs as much processor time as a small job, so it must not happen beside one:
 * - for waiting callers, always;
 * - during a measurement, never otherwise: the engine's work disturbs it on whichever core;
 * - while other jobs run, only the last warm container is replaced, or a few cells;
 * - when all is quiet, a few at a time up to the pool's size.
 * @returns one number for each sub-pool
 */
export function toStart(subPools: readonly SubPoolCount[], { isQuiet }: EngineLoad): number[] {
	const measuring = subPools.some(({ kind, taken }) => kind === 'measure' && taken > 0);
	const busy = !isQuiet || measuring || subPools.some(({ taken }) => taken > 0);
	const wishes = subPools.map(({ size, warm, starting, waiting, cells }) => {
		const spare = measuring ? 0 : busy ? Math.min(size, cells ? sparesBeside : 1) : size;
		const wanted = Math.max(0, waiting + Math.max(0, spare - warm) - starting);
		const awaited = Math.min(wanted, Math.max(0, waiting - starting));
		return { awaited, spare: wanted - awaited, isBare: warm + starting === 0 };
	});
	let free = Math.max(0, atOnce - subPools.reduce((sum, { starting }) => sum + starting, 0));
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
 * Removing a container costs half of what making it does: not beside a job either, as long as spent containers fit in memory.
 * Surplus warm containers are removed when the pool is idle.
 * @returns for each sub-pool, how many spent containers (oldest first) and warm ones to remove
 */
export function toRemove(
	subPools: readonly SubPoolCount[],
	{ isQuiet, removing, mostSpent }: EngineLoad
): { spent: number; warm: number }[] {
	const idle = isQuiet && subPools.every(({ taken, waiting }) => taken + waiting === 0);
	const all = subPools.reduce((sum, { spent }) => sum + spent, 0);
	let free = idle ? Math.max(0, atOnce - removing) : 0;
	let tooMany = Math.max(0, all - mostSpent);
	return subPools.map(({ spent, warm, size }) => {
		const served = Math.min(spent, Math.max(free, tooMany));
		tooMany = Math.max(0, tooMany - served);
		free = Math.max(0, free - served);
		const over = idle ? Math.min(Math.max(0, warm - size), free) : 0;
		free -= over;
		return { spent: served, warm: over };
	});
}
