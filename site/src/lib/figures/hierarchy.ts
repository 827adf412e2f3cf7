/** The levels of a machine's memory, and the working set that shows what a load from each costs. Pure. */
import type { Interval } from '@cyclelab/contract/schema/measurement';
import type { Machine } from './context.ts';

interface MemoryLevel {
	/** 1, 2, 3; undefined is main memory. */
	level: number | undefined;
	/** Undefined if nobody reports it. */
	bytes: number | undefined;
	/** Logical processors that share it. */
	sharedBy: number | undefined;
	/** The largest working set that was measured, and that this level holds for the most part. */
	measured: { workingSet: number; cycles: Interval } | undefined;
}

/** Part of a level that a working set can fill, since other data share the level. A larger one misses there more and more. */
const mostOfLevel = 1 / 2;

/**
 * @param cyclesAt what a run measured with a working set of so many bytes
 * @returns nearest to the core first; main memory is the last
 */
export function levelsOf(
	caches: Machine['caches'],
	workingSets: readonly number[],
	cyclesAt: (bytes: number) => Interval | undefined
): MemoryLevel[] {
	const largestIn = (above: number, most: number) =>
		workingSets
			.filter((bytes) => bytes > above && bytes <= most)
			.toSorted((a, b) => b - a)
			.map((workingSet) => ({ workingSet, cycles: cyclesAt(workingSet) }))
			.find((row): row is { workingSet: number; cycles: Interval } => row.cycles !== undefined);
	let above = 0;
	const levels = caches
		.toSorted((a, b) => a.level - b.level)
		.map(({ level, bytes, sharedBy }): MemoryLevel => {
			const measured = largestIn(above, bytes * mostOfLevel);
			above = bytes;
			return { level, bytes, sharedBy, measured };
		});
	const beyond = above === 0 ? undefined : largestIn(above / mostOfLevel, Infinity);
	return [...levels, { level: undefined, bytes: undefined, sharedBy: undefined, measured: beyond }];
}

/** A value's place on a logarithmic scale, 0..1; the least value still shows a bar. */
export function logShare(value: number, least: number, most: number): number {
	const room = 0.06;
	if (most <= least) return 1;
	return room + (1 - room) * (Math.log(value / least) / Math.log(most / least));
}
