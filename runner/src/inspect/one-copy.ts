/** What a hot loop's figures are of its own passes, where other loops do the same in other registers. Pure. */
import type { HotLoop } from '@cyclelab/contract/schema/code';

/** A report's `share` is of the loop and its copies together, and `sourceIterations` of a pass of any of them. */
export const oneCopyOf = ({
	share,
	sourceIterations,
	copies = 1,
	part = 1 / copies
}: Pick<HotLoop, 'share' | 'sourceIterations' | 'copies' | 'part'>): {
	share: number;
	sourceIterations: number;
} => ({ share: share * part, sourceIterations: sourceIterations / part });
