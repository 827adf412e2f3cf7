/** Shell: measures some blocks, and asks every predictor about those that have a time. */
import { defined } from '@cyclelab/contract/defined';
import { isChained } from '../blocks/bounds.ts';
import { categoryOf } from '../blocks/category.ts';
import { digest } from '../blocks/digest.ts';
import type { CodeBlock } from '../blocks/extract.ts';
import type { Asked } from '../blocks/predictors.ts';
import type { CoreAccess } from '../core-queue.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { BlockResults, MeasuredBlock } from '@cyclelab/contract/schema/blocks';
import { measureBlocks } from './measure-blocks.ts';
import { withSandbox } from './own-kernels.ts';
import { answersTo, predictBlocks } from './predict-blocks.ts';

/** `from`: the program, as tables name it. */
export type Sampled = { block: CodeBlock; from: string };

/**
 * Rejects with the signal's reason once it is aborted; the measuring core is free then.
 * @param seed of stack and environment
 */
export async function answersFor(
	needs: CoreAccess<PooledSandbox>,
	some: readonly Sampled[],
	{ asked, microarchitecture }: { asked: readonly Asked[]; microarchitecture: string },
	seed: number,
	signal: AbortSignal
): Promise<Pick<BlockResults, 'blocks' | 'dropped'>> {
	const costs = await measureBlocks(
		needs,
		some.map(({ block }) => block),
		seed,
		signal
	);
	const at = new Date().toISOString();
	const kept = some.flatMap((sampled, index) => {
		const cost = costs[index];
		return cost && 'cycles' in cost ? [{ ...sampled, cycles: cost.cycles }] : [];
	});
	const dropped = some.flatMap(({ block }, index) => {
		const cost = costs[index];
		return cost && 'dropped' in cost ? [{ digest: digest(block.text), reason: cost.dropped }] : [];
	});
	if (kept.length === 0) return { blocks: [], dropped };
	const blocks = kept.map(({ block }) => block);
	const tools = (image: 'cc' | 'osaca') => needs.takeSandbox('tools', image);
	const answers = await withSandbox(tools('cc'), signal, (llvm) => {
		const ask = (osaca?: PooledSandbox) =>
			predictBlocks({ llvm, ...defined({ osaca }) }, blocks, asked, microarchitecture, signal);
		return asked.some(({ by }) => 'osaca' in by) ? withSandbox(tools('osaca'), signal, ask) : ask();
	});
	return {
		blocks: kept.map(({ block, from, cycles }, index): MeasuredBlock => ({
			digest: digest(block.text),
			from,
			category: categoryOf(block),
			length: block.instructions.length,
			chained: isChained(block),
			text: block.text,
			cycles,
			at,
			answers: answersTo(index, answers)
		})),
		dropped
	};
}
