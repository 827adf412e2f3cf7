/** Which measured block is explained next: one on which the leading predictor is among the farthest so far. */
import type { MeasuredBlock } from '../schema/blocks.ts';
import { disagrees, logFactor } from './reduce.ts';

/** As many as the page shows; to explain a block takes as long as to measure two dozen. */
const mostExplained = 12;

/**
 * The farthest of some blocks, if it is farther than the least of the twelve that were returned before. So ever fewer
 * blocks are returned, the more were measured.
 */
export function createFarthest(
	leader: string
): (blocks: readonly MeasuredBlock[]) => MeasuredBlock | undefined {
	let sizes: number[] = [];
	return (blocks) => {
		const [next] = blocks
			.flatMap((block) => {
				const predicted = block.answers[leader];
				if (typeof predicted !== 'number' || predicted <= 0) return [];
				const disagreement = { predicted, measured: block.cycles };
				return disagrees(disagreement) ? [{ block, size: Math.abs(logFactor(disagreement)) }] : [];
			})
			.sort((a, b) => b.size - a.size);
		if (!next || (sizes.length === mostExplained && next.size <= (sizes.at(-1) ?? 0)))
			return undefined;
		sizes = [...sizes, next.size].sort((a, b) => b - a).slice(0, mostExplained);
		return next.block;
	};
}
