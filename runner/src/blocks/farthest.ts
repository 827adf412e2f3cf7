/** Measured blocks by how far a predictor is away from them, and which of them is explained next. Pure. */
import type { MeasuredBlock } from '@cyclelab/contract/schema/blocks';
import type { Interval } from '@cyclelab/contract/schema/measurement';

/** Cycles of a pass. */
type Compared = { predicted: number; measured: Interval };

/** A smaller factor between prediction and measurement is no disagreement that needs an explanation. */
const factorAtLeast = 1.25;

/** Above 0: the prediction is too high. A prediction of nothing is infinitely too low. */
const logFactor = ({ predicted, measured }: Compared): number =>
	Math.log(predicted / measured.median);

export function disagrees(compared: Compared): boolean {
	const { low, high } = compared.measured;
	const isOutside = compared.predicted < low || compared.predicted > high;
	return isOutside && Math.abs(logFactor(compared)) >= Math.log(factorAtLeast);
}

/** A block, and by which factor (its logarithm, without a sign) a predictor is away from its measured cycles. */
type Away = { block: MeasuredBlock; predicted: number; factor: number };

/** Blocks that the predictor answered for, the farthest first. */
export const byFactor = (blocks: readonly MeasuredBlock[], predictor: string): Away[] =>
	blocks
		.flatMap((block) => {
			const predicted = block.answers[predictor];
			if (typeof predicted !== 'number' || predicted <= 0) return [];
			const factor = Math.abs(logFactor({ predicted, measured: block.cycles }));
			return [{ block, predicted, factor }];
		})
		.sort((a, b) => b.factor - a.factor);

/** As many as the page shows; to explain a block takes as long as to measure two dozen. */
const mostExplained = 12;

/**
 * The farthest of some blocks, if it is farther than the least of the twelve that were returned before. So ever fewer
 * blocks are returned, the more were measured.
 */
export function createFarthest(
	leader: string
): (blocks: readonly MeasuredBlock[]) => MeasuredBlock | undefined {
	let factors: number[] = [];
	return (blocks) => {
		const next = byFactor(blocks, leader).find(({ block, predicted }) =>
			disagrees({ predicted, measured: block.cycles })
		);
		if (!next || (factors.length === mostExplained && next.factor <= (factors.at(-1) ?? 0)))
			return undefined;
		factors = [...factors, next.factor].sort((a, b) => b - a).slice(0, mostExplained);
		return next.block;
	};
}
