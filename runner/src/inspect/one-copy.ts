/** What a hot loop's figures are of its own passes, where other loops do the same in other registers. Pure. */
import type { HotLoop } from '@cyclelab/contract/schema/code';

/** A report's `share` is of the loop and its copies together, and `sourceIterations` of a pass of any of them. */
export const oneCopyOf = ({
	share,
	sourceIterations,
	copies = 1
}: Pick<HotLoop, 'share' | 'sourceIterations' | 'copies'>): {
	share: number;
	sourceIterations: number;
} => ({ share: share / copies, sourceIterations: sourceIterations * copies });
