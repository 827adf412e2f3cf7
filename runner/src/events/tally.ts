/** Amounts of events. Pure. */
import type { EventName } from '@cyclelab/contract/schema/events';

/** Of an instruction or of all. */
export type Tally = Record<EventName, number>;

export const noTally = (): Tally => ({
	executed: 0,
	loads: 0,
	stores: 0,
	l1Misses: 0,
	l2Misses: 0,
	l3Misses: 0,
	prefetched: 0,
	firstTouches: 0,
	conflicts: 0,
	capacity: 0,
	waitingL2: 0,
	waitingL3: 0,
	waitingMemory: 0,
	storeMisses: 0,
	lineSplits: 0,
	pageSplits: 0,
	tlbMisses: 0,
	pageWalks: 0,
	forwarded: 0,
	blocked: 0,
	aliases: 0,
	branches: 0,
	taken: 0,
	mispredicted: 0,
	mispredictedTwoLevel: 0,
	indirect: 0,
	mispredictedTargets: 0
});

export const eventNames = Object.keys(noTally()) as readonly EventName[];
