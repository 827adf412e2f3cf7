/** A guess at why a block takes its time, by the bounds beside the measurement. Pure. */
import type { MeasuredBlock } from '../schema/blocks.ts';

/** Ids of the bounds among the predictors, as results have them. */
export const boundIds = {
	width: 'bound: width',
	ports: 'bound: ports of the model',
	chain: 'bound: chain',
	largest: 'largest bound'
} as const;

/**
 * `chain`, `ports`, `width`: this bound is the largest, and the measurement is near it. `below`: less than the largest bound,
 * so that one of the model's figures is too high for this processor. `stores`: above all bounds, and near the prediction in
 * which loads wait for earlier stores. `above`: above all bounds for a reason that none of them has.
 */
export type Reason = 'chain' | 'ports' | 'width' | 'below' | 'stores' | 'above';

/** Part of the measurement within which two times count as near. */
const near = 0.1;
const storesNear = 0.25;

/** @param aliasing id of the leading model's prediction with aliasing assumed. Undefined if there are no bounds. */
export function reasonOf(
	{ cycles: { median }, answers }: Pick<MeasuredBlock, 'cycles' | 'answers'>,
	aliasing: string | undefined
): Reason | undefined {
	const figure = (id: string) => {
		const answer = answers[id];
		return typeof answer === 'number' ? answer : undefined;
	};
	const bounds = (['chain', 'ports', 'width'] as const).flatMap((reason) => {
		const cycles = figure(boundIds[reason]);
		return cycles === undefined ? [] : [{ reason, cycles }];
	});
	const largest = bounds.toSorted((a, b) => b.cycles - a.cycles)[0];
	if (!largest) return undefined;
	if (median < largest.cycles * (1 - near)) return 'below';
	if (median <= largest.cycles * (1 + near)) return largest.reason;
	const waiting = aliasing === undefined ? undefined : figure(aliasing);
	if (waiting !== undefined && Math.abs(waiting - median) <= storesNear * median) return 'stores';
	return 'above';
}
