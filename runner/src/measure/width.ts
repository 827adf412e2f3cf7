/**
 * How many instructions a core can finish in a cycle, as a bound no honest measurement passes: twice its width at
 * renaming, the narrowest part every instruction goes through, because a fused pair (compare and branch, say) takes one
 * place there.
 */
import { coreOf } from '../inspect/models.ts';

/** For a core whose width is not known: wider than any that is. */
const unknownWidth = 10;

/** Operations renamed a cycle; undefined for a core that is not in the table. */
export const renameWidth = (microarchitecture: string): number | undefined =>
	coreOf(microarchitecture)?.width;

export const instructionsPerCycleAtMost = (microarchitecture: string): number =>
	2 * (renameWidth(microarchitecture) ?? unknownWidth);
