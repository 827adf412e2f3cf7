/** The parts of a trace: one that warms the simulated caches up, one that is counted, and at its end one that is timed. Pure. */
import type { Trace } from './trace.ts';

/** Instructions timed at most: as many as a chase through a few thousand lines has, and few enough to be timed several times in a second. */
const mostSteps = 60_000;

/** Entries at which calls begin and end; the last one is an end. */
export function marksOf({ entries, sites, site }: Trace): number[] {
	const marks: number[] = [];
	for (let i = 0; i < entries; i++) if (sites[site[i] ?? 0]?.kind === 'mark') marks.push(i);
	return marks;
}

/** Where counting begins: behind the first half of the calls, or of the entries where the ring lost some or there is one call. */
export function beginOf({ entries, lost }: Trace, marks: readonly number[]): number {
	const calls = Math.floor(marks.length / 2);
	if (lost > 0 || calls < 2) return Math.floor(entries / 2);
	return marks[2 * Math.floor(calls / 2)] ?? 0;
}

/**
 * The entries from the one with which the last `mostSteps` instructions begin, not before `begin`, to the last pass of the hot loop; and how many instructions they
 * are. What a call does behind its last pass can be longer than that: it reads what a copy has written.
 */
export function lastSteps(
	{ entries, sites, site }: Trace,
	begin: number,
	hasHeader: Uint8Array
): { from: number; end: number; steps: number } {
	let end = entries;
	while (end > begin && !hasHeader[site[end - 1] ?? 0]) end--;
	let steps = 0;
	let from = end;
	for (let i = end - 1; i >= begin; i--) {
		const described = sites[site[i] ?? 0];
		if (described?.kind !== 'block') continue;
		if (steps + described.size > mostSteps) break;
		steps += described.size;
		from = i;
	}
	return { from, end, steps };
}
