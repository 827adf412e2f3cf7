/** The reorder buffer while loads wait whose addresses come from the load before, with work between them. Pure. */

export interface WindowCore {
	/** Of the reorder buffer; an instruction takes one. */
	entries: number;
	/** Instructions renamed in a cycle, and retired in a cycle. */
	width: number;
	/** Cycles from the start of a load to its end. */
	latency: number;
}

/** Cycles count from the start of the first load. */
export interface WindowStep {
	/** When the reorder buffer is full; undefined if the step ends before. */
	fullAt: number | undefined;
	/** When the next load begins: it is renamed, and its address is there. */
	next: number;
	/** Cycles that renaming the work takes. */
	workCycles: number;
	/** Of these, the cycles that make the step no longer. */
	hiddenCycles: number;
	/** Entries in use, at the cycles where the number begins or ceases to grow or to fall. */
	occupied: { cycle: number; entries: number }[];
}

/**
 * A load, `work` instructions that need nothing of what it loads, and the next load. Instructions are renamed in order, as
 * long as the reorder buffer has an entry. The first load stays at its front until it ends; after that as many retire in a
 * cycle as are renamed.
 */
export function stepOf(work: number, { entries, width, latency }: WindowCore): WindowStep {
	const workCycles = work / width;
	const full = entries / width;
	const fullAt = full < latency ? full : undefined;
	/** Instructions that were renamed when the load ends: the load, and what follows it. */
	const renamed = Math.min(entries, latency * width);
	const behind = Math.max(0, work + 1 - renamed) / width;
	const next = latency + behind;
	return {
		fullAt,
		next,
		workCycles,
		hiddenCycles: Math.max(0, workCycles - behind),
		occupied: [
			{ cycle: 0, entries: 0 },
			...(fullAt === undefined ? [] : [{ cycle: fullAt, entries }]),
			{ cycle: latency, entries: renamed },
			{ cycle: next, entries: renamed }
		]
	};
}
