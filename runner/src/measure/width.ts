/**
 * How many instructions a core can finish in a cycle, as a bound no honest measurement passes: twice its width at
 * renaming, the narrowest part every instruction goes through, because a fused pair (compare and branch, say) takes one
 * place there. Zen 4 reaches it with pairs of `nop`s. Zen 5 fuses only branches and does at most three of them a cycle, so the most
 * found there is 11 (five moves and three fused pairs in 1.00 cycle), and 16 is refused.
 */
import { coreOf } from '../inspect/models.ts';

/** For a core whose width is not known: wider than any that is. */
const unknownWidth = 10;

/** Operations renamed a cycle; undefined for a core that is not in the table. */
export const renameWidth = (microarchitecture: string): number | undefined =>
	coreOf(microarchitecture)?.width;

export const instructionsPerCycleAtMost = (microarchitecture: string): number =>
	2 * (renameWidth(microarchitecture) ?? unknownWidth);
