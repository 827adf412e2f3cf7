/** A learner's prediction as the page shows it, and the misconception whose range contains it. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Interval } from '@cyclelab/contract/schema/measurement';

/** A guess rounded to two significant digits. */
export function rounded(ratio: number): number {
	return Number(ratio.toPrecision(2));
}

/**
 * The misconception whose range contains a prediction, if the measurement refutes it. On a processor whose answer is in the
 * same range, the idea is not wrong.
 */
export function misconceptionOf(
	{ misconceptions }: Pick<Facts['question'], 'misconceptions'>,
	guess: number,
	measured: Interval
): Facts['question']['misconceptions'][number] | undefined {
	const found = misconceptions.find((misconception) => isWithin(misconception, guess));
	return found && refutes(found, measured) ? found : undefined;
}

type Range = { from: number; to: number };

/** Whether a prediction, as the page shows it, lies in a range. */
export function isWithin({ from, to }: Range, guess: number): boolean {
	const shown = rounded(guess);
	return shown >= from && shown <= to;
}

/** Whether a measured interval is entirely outside a range. */
export const refutes = ({ from, to }: Range, measured: Interval): boolean =>
	measured.high < from || measured.low > to;
