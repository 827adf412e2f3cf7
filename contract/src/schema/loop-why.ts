/** The resources that limit a hot loop, by intervention: its instructions as a block, whose variants were measured. */
import { z } from 'zod';
import { BlockAnswer, BlockText, Predictor } from './blocks.ts';
import { Why } from './why.ts';

export const LoopWhy = z.union([
	z.strictObject({
		/** The instructions of a pass without its jumps, one in a line. */
		text: BlockText,
		/** The leading model, and the cycles of a pass of these instructions that it predicts. */
		predictor: Predictor,
		predicted: BlockAnswer,
		why: Why
	}),
	/** Why it was not measured. A sentence. */
	z.strictObject({ refused: z.string().min(1).max(400) })
]);
export type LoopWhy = z.infer<typeof LoopWhy>;
