/** How many sandboxes to keep warm: as many as were asked for without a pause lately, as far as memory reaches. Pure. */
import { containerLimits } from './limits.ts';

/** The most that were asked for without a pause, by minutes since the epoch. */
export type Demand = ReadonlyMap<number, number>;

/** What was asked for longer ago is not kept warm for any more. */
export const rememberedMs = 600_000;
const minuteMs = 60_000;

/** A room of sixty that presses at once, and a few more. Who comes after them waits for one to be made. */
export const mostInSpell = 64;

/** What a machine needs beside sandboxes of tools, MiB: the system and the runner, and one that measures. */
const reservedMiB = 768 + containerLimits.measure.memoryMiB;
/** Of one that waits, MiB, on average: with clang and its tools loaded it takes 101, without any 1 (docker stats). */
export const warmMiB = 64;

/** @param asked for in this spell, so far */
export function noted(demand: Demand, nowMs: number, asked: number): Demand {
	const minute = Math.floor(nowMs / minuteMs);
	const recent = [...demand].filter(([at]) => at * minuteMs > nowMs - rememberedMs - minuteMs);
	const most = Math.max(Math.min(asked, mostInSpell), demand.get(minute) ?? 0);
	return new Map([...recent, [minute, most]]);
}

/** The most that were asked for without a pause in the last ten minutes. */
export function peakOf(demand: Demand, nowMs: number): number {
	const recent = [...demand].filter(([at]) => (at + 1) * minuteMs > nowMs - rememberedMs);
	return Math.max(0, ...recent.map(([, asked]) => asked));
}

/** Jobs at once whose tools may all use the memory they are allowed, at least one. */
export const jobsIn = (memoryMiB: number): number =>
	Math.max(1, Math.floor((memoryMiB - reservedMiB) / containerLimits.tools.memoryMiB));

/** Fewer than there are blocks of uids, by what works and what measures. */
const mostWaiting = 160;

/** Sandboxes of tools that may wait beside so many jobs, of all images together, at least one. */
export const warmBeside = (jobs: number, memoryMiB: number): number => {
	const left = memoryMiB - reservedMiB - jobs * containerLimits.tools.memoryMiB;
	return Math.min(mostWaiting, Math.max(1, Math.floor(left / warmMiB)));
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
