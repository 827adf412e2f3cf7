/** Shell: a sample of blocks of the programs, equally many of each kind and length as far as there are enough. */
import { stratified } from '../../../runner/src/blocks/category.ts';
import { extractBlocks } from '../../../runner/src/blocks/extract.ts';
import type { Sampled } from '../../../runner/src/job/block-answers.ts';
import { codeOf, programs } from './programs.ts';

export type Sample = {
	blocks: Sampled[];
	/** Different blocks that the sample was taken of, and how many were not taken by reason. */
	distinct: number;
	excluded: ReadonlyMap<string, number>;
};

/** The same seed gives the same order, so that a larger sample begins with a smaller one. */
export async function sampleOf(
	wanted: number,
	seed: number,
	onProgram: (done: number, of: number) => void
): Promise<Sample> {
	// Blocks that stand in several programs count for the first.
	const all = new Map<string, Sampled>();
	const excluded = new Map<string, number>();
	for (const [index, program] of programs.entries()) {
		const found = extractBlocks(await codeOf(program, seed + index));
		for (const block of found.blocks)
			if (!all.has(block.text)) all.set(block.text, { block, from: program.from });
		for (const [reason, count] of found.excluded)
			excluded.set(reason, (excluded.get(reason) ?? 0) + count);
		onProgram(index + 1, programs.length);
	}
	const chosen = stratified(
		[...all.values()].map(({ block }) => block),
		wanted,
		seed
	);
	return {
		blocks: chosen.flatMap(({ text }) => all.get(text) ?? []),
		distinct: all.size,
		excluded
	};
}
