/** Measured blocks by how far a predictor is away from them, and which of them is explained next. Pure. */
import type { MeasuredBlock } from '@cyclelab/contract/schema/blocks';
import { disagrees, logFactor } from './reduce.ts';

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
