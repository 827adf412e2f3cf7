/** The time of one pass through a block, from its two kernels. Pure. */
import type { Interval, Measured } from '@cyclelab/contract/schema/measurement';
import type { Copies } from './kernel-source.ts';

/** Half an interval's width as a part of the time: wider ones are no ground for judging a predictor. */
const halfWidthAtMost = 0.05;

/** Why a block that ran has no time, if that can be otherwise the next time. */
export const unsteady = { modes: 'has several times', noise: 'is too noisy' } as const;

/** What became of a block that ran: its cycles for one pass, or why there are none. */
export type BlockCost = { cycles: Interval } | { dropped: string };

/**
 * The difference of the two times over the copies between. Its interval is computed as for a difference of independent medians: the
 * squares of half widths add up.
 */
export function blockCost(short: Measured, long: Measured, copies: Copies): BlockCost {
	const [one, other] = [short.cyclesPerIteration, long.cyclesPerIteration];
	const between = copies.long - copies.short;
	const median = (other.median - one.median) / between;
	const below = Math.hypot(other.median - other.low, one.high - one.median) / between;
	const above = Math.hypot(other.high - other.median, one.median - one.low) / between;
	const apart = (modesRange(short) + modesRange(long)) / between;
	if (median > 0 && apart > halfWidthAtMost * median) return { dropped: unsteady.modes };
	if (!(median > 0) || (below + above) / 2 > halfWidthAtMost * median)
		return { dropped: unsteady.noise };
	return { cycles: { median, low: median - below, high: median + above } };
}

/** Cycles between the centres of the modes that are farthest apart; 0 for one mode. */
function modesRange({ modes }: Measured): number {
	const centres = modes.map(({ centre }) => centre);
	return centres.length > 1 ? Math.max(...centres) - Math.min(...centres) : 0;
}
