/** How far a predictor was from measurements of blocks of one category: the interval beside a prediction. Pure. */
import { ascending, quantile } from '../measure/statistics.ts';
import { Category, type MeasuredBlock } from '../schema/blocks.ts';

/** Fewer blocks are no ground for an interval. */
export const likeAtLeast = 50;

export type LikeBlocks = {
	category: Category;
	/** Blocks that the predictor answered for. */
	blocks: number;
	/** 9 of 10 took between `low` and `high` of the predicted time: the 5th and 95th percentile of measured / predicted. */
	low: number;
	high: number;
};

/** For each category with enough blocks. A prediction of 0 cycles has no ratio and does not count. */
export function likeBlocks(
	blocks: readonly Pick<MeasuredBlock, 'category' | 'cycles' | 'answers'>[],
	predictor: string
): LikeBlocks[] {
	return Category.options.flatMap((category) => {
		const ratios = blocks.flatMap((block) => {
			const predicted = block.answers[predictor];
			return block.category === category && typeof predicted === 'number' && predicted > 0
				? [block.cycles.median / predicted]
				: [];
		});
		if (ratios.length < likeAtLeast) return [];
		const sorted = ascending(ratios);
		const [low, high] = [quantile(sorted, 0.05), quantile(sorted, 0.95)];
		return [{ category, blocks: ratios.length, low, high }];
	});
}
