/** Which of two measured codes is faster, by the interval of their ratio. Pure, and without schemas, since pages load it. */
import { differs, isSame } from '@cyclelab/contract/measure/ratio';
import type { Interval } from '@cyclelab/contract/schema/measurement';

/** The second against the first: `unclear` if the interval of the ratio reaches across the noise floor. */
export const pairVerdicts = ['faster', 'slower', 'same', 'unclear'] as const;
export type PairVerdict = (typeof pairVerdicts)[number];

/** @param floor part of 1 by which identical code differs on the runner */
export function verdictOf(ratio: Interval, floor: number): PairVerdict {
	if (differs(ratio, floor)) return ratio.median > 1 ? 'slower' : 'faster';
	return isSame(ratio, floor) ? 'same' : 'unclear';
}
