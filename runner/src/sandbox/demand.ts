/** How many sandboxes to keep warm: the largest recent burst of takes, limited by memory. Pure. */
import { containerLimits } from './limits.ts';

/** The largest burst (sandboxes taken without a pause between them) by minutes since the epoch. */
export type Demand = ReadonlyMap<number, number>;

/** Bursts older than this no longer count, ms. */
export const rememberedMs = 600_000;
const minuteMs = 60_000;

/**
 * Enough for a workshop of sixty whose participants press Run at once: a runner works on eight of their jobs at a time, and makes
 * sandboxes meanwhile. With 32 and 64, a burst of sixty is answered at 1.12 and 1.17 times the rate of Compiler Explorer; 32 take
 * 37 MiB.
 */
export const largestBurst = 48;

/** Memory that is not for tool sandboxes, MiB: the system, the runner, and one measuring sandbox. */
const reservedMiB = 768 + containerLimits.measure.memoryMiB;
/** Memory of one warm sandbox with the engine's share, MiB. Measured: 5.6 by MemAvailable, as a mean of 64 sandboxes. */
const warmMiB = 8;

/** @param taken sandboxes taken in this burst so far */
export function withTake(demand: Demand, nowMs: number, taken: number): Demand {
	const minute = Math.floor(nowMs / minuteMs);
	const recent = [...demand].filter(([at]) => at * minuteMs > nowMs - rememberedMs - minuteMs);
	const most = Math.max(Math.min(taken, largestBurst), demand.get(minute) ?? 0);
	return new Map([...recent, [minute, most]]);
}

/** The largest burst of the last ten minutes. */
export function peakOf(demand: Demand, nowMs: number): number {
	const recent = [...demand].filter(([at]) => (at + 1) * minuteMs > nowMs - rememberedMs);
	return Math.max(0, ...recent.map(([, taken]) => taken));
}

/** Jobs at once whose tools all fit in memory at their limit; at least one. */
export const jobsIn = (memoryMiB: number): number =>
	Math.max(1, Math.floor((memoryMiB - reservedMiB) / containerLimits.tools.memoryMiB));

/** Limit by uids: below the number of uid blocks, with room for sandboxes in use. */
const mostWaiting = 160;

/** Memory for warm and spent tool sandboxes together, and the memory of one warm sandbox, MiB. */
export type PoolMemory = { mib: number; warmMiB: number };

/** @param jobs jobs at once, each with the memory that its tools may use */
export const poolMemory = (jobs: number, memoryMiB: number): PoolMemory => ({
	mib: Math.max(0, memoryMiB - reservedMiB - jobs * containerLimits.tools.memoryMiB),
	warmMiB
});

/** Warm sandboxes that fit, all images together; at least one. */
export const mostWarm = ({ mib, warmMiB }: PoolMemory): number =>
	Math.min(mostWaiting, Math.max(1, Math.floor(mib / warmMiB)));

/** Spent sandboxes that fit beside `warm` warm ones. The files of their steps may fill their tmpfs. */
export const mostSpent = ({ mib, warmMiB }: PoolMemory, warm: number): number => {
	const { workMiB, artifactsMiB } = containerLimits.tools;
	const most = Math.floor((mib - warm * warmMiB) / (warmMiB + workMiB + artifactsMiB));
	return Math.min(mostWaiting, Math.max(0, most));
};

/** Shares `most` among several wishes: each wish in full if the sum fits, else one at a time in round-robin order. */
export function shareEvenly(wanted: readonly number[], most: number): number[] {
	const given = wanted.map(() => 0);
	for (let left = most; left > 0;) {
		const before = left;
		for (const [index, want] of wanted.entries()) {
			const has = given[index] ?? 0;
			if (left === 0 || has >= want) continue;
			given[index] = has + 1;
			left--;
		}
		if (left === before) break;
	}
	return given;
}
