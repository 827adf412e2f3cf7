/** The instructions executed last, and what happened to each, for the prediction with events. Pure. */

/** How a load got its bytes from stores in flight; `same`: the store was of exactly these bytes. */
export const fromStores = { no: 0, same: 1, forwarded: 2, blocked: 3, alias: 4 } as const;

/** `first`: of a call, so that what the call did before, and the call before at its end, lies between it and the pass before. */
export const passBegins = { no: 0, next: 1, first: 2 } as const;

/**
 * Executed instructions in order, and what happened to each. In `source` and `storeSource` 0 is L1, 1 L2, and so on; `prefetched` is added if the
 * line was on its way.
 */
export type Steps = {
	count: number;
	/** Passes of the hot loop that begin among them. */
	passes: number;
	/**
	 * Instructions from pass to pass that the listing does not have. What a call executes before its first pass and behind its last one
	 * (the read of a parameter) is no part of the loop, and in short calls more than a hundredth of the steps.
	 */
	unlisted: number;
	/** Place in the listing. */
	at: Int32Array;
	/** A pass of the hot loop begins, of `passBegins`. */
	begins: Uint8Array;
	source: Uint8Array;
	storeSource: Uint8Array;
	/** Number of the line that it accesses; of several, the farthest. */
	line: Int32Array;
	/** Of an access that misses L1: the set of L1 that its line goes into. */
	set: Uint16Array;
	/** 1: the first-level TLB did not have the page; 2: none had it, and its entry of the page table is in L2 or nearer; 3: in the level behind L2, and so on. */
	walks: Uint8Array;
	/** The access, or one of its accesses, crosses the border of a line (1), or of a page (2). */
	splits: Uint8Array;
	/** Of `fromStores`, and the step of the store; -1 if it lies before the first step. */
	how: Uint8Array;
	server: Int32Array;
	wrong: Uint8Array;
};

export const prefetched = 8;

export function createSteps(entries: number): Steps {
	return {
		count: 0,
		passes: 0,
		unlisted: 0,
		at: new Int32Array(entries),
		begins: new Uint8Array(entries),
		source: new Uint8Array(entries),
		storeSource: new Uint8Array(entries),
		line: new Int32Array(entries),
		set: new Uint16Array(entries),
		walks: new Uint8Array(entries),
		splits: new Uint8Array(entries),
		how: new Uint8Array(entries),
		server: new Int32Array(entries).fill(-1),
		wrong: new Uint8Array(entries)
	};
}
