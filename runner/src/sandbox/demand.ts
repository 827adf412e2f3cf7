/** How many sandboxes to keep warm: as many as were taken without a pause lately, as far as memory reaches. Pure. */
import { containerLimits } from './limits.ts';

/** The most that were taken without a pause, by minutes since the epoch. */
export type Demand = ReadonlyMap<number, number>;

/** What was taken longer ago is not kept warm for any more. */
export const rememberedMs = 600_000;
const minuteMs = 60_000;

/** A room of sixty that presses at once, and a few more. Who comes after them waits for one to be made. */
export const mostInSpell = 64;

/** What a machine needs beside sandboxes of tools, MiB: the system and the runner, and one that measures. */
const reservedMiB = 768 + containerLimits.measure.memoryMiB;
/**
 * Of one that waits, MiB, with what the engine has for it: 5.6 where a server has the tools, whose pages all share (64 of
 * them, by MemAvailable); 101 with clang and its tools loaded in each (docker stats).
 */
const waitingMiB = { served: 8, prestarted: 104 };

/** @param taken in this spell, so far */
export function noted(demand: Demand, nowMs: number, taken: number): Demand {
	const minute = Math.floor(nowMs / minuteMs);
	const recent = [...demand].filter(([at]) => at * minuteMs > nowMs - rememberedMs - minuteMs);
	const most = Math.max(Math.min(taken, mostInSpell), demand.get(minute) ?? 0);
	return new Map([...recent, [minute, most]]);
}

/** The most that were taken without a pause in the last ten minutes. */
export function peakOf(demand: Demand, nowMs: number): number {
	const recent = [...demand].filter(([at]) => (at + 1) * minuteMs > nowMs - rememberedMs);
	return Math.max(0, ...recent.map(([, taken]) => taken));
}

/** Jobs at once whose tools may all use the memory they are allowed, at least one. */
export const jobsIn = (memoryMiB: number): number =>
	Math.max(1, Math.floor((memoryMiB - reservedMiB) / containerLimits.tools.memoryMiB));

/** Fewer than there are blocks of uids, by what works and what measures. */
const mostWaiting = 160;

/** Memory for sandboxes of tools that wait or have served, and what one that waits takes of it. */
export type Memory = { mib: number; warmMiB: number };

/** @param served whether a server has the tools, or each sandbox loads its own */
export const memoryBeside = (jobs: number, memoryMiB: number, served: boolean): Memory => ({
	mib: Math.max(0, memoryMiB - reservedMiB - jobs * containerLimits.tools.memoryMiB),
	warmMiB: served ? waitingMiB.served : waitingMiB.prestarted
});

/** How many may wait, of all images together, at least one. */
export const mostWarm = ({ mib, warmMiB }: Memory): number =>
	Math.min(mostWaiting, Math.max(1, Math.floor(mib / warmMiB)));

/** How many that have served may be kept beside so many that wait. What a step left may fill their tmpfs. */
export const mostSpent = ({ mib, warmMiB }: Memory, warm: number): number => {
	const { workMiB, artifactsMiB } = containerLimits.tools;
	const most = Math.floor((mib - warm * warmMiB) / (warmMiB + workMiB + artifactsMiB));
	return Math.min(mostWaiting, Math.max(0, most));
};

/** What each of several gets of `most`: what it wants if there is enough for all, else turn by turn, the first one first. */
export function shared(wanted: readonly number[], most: number): number[] {
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
