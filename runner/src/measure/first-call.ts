/**
 * Do later calls of the kernel do the work of the first? The result that is compared is the first call's, the hot loop and the times
 * are of later ones. A kernel that works in its first call alone would have the result of one and the times of the others.
 * Pure.
 */
import { bounds } from '@cyclelab/contract/measure/bounds';
import { number } from '@cyclelab/contract/measure/sentence-numbers';
import { sum } from '@cyclelab/contract/measure/statistics';

/** Instructions that a call with so many iterations executed. */
export type CallWork = { iterations: number; instructions: number };

/** A first call and a later one of one count run, with as many iterations. */
export type FirstAndAgain = { first: CallWork; again: CallWork };

/**
 * By the thread that calls the kernel.
 * @param isOwn leaves out what is executed outside of the code that is shown, where a runtime works there beside the kernel
 */
export const workOf = (
	iterations: number,
	{
		counts,
		total,
		others = 0
	}: { counts: ReadonlyMap<number, number>; total?: number; others?: number },
	isOwn: boolean
): CallWork => ({
	iterations,
	instructions: isOwn || total === undefined ? sum([...counts.values()]) : total - others
});

/** Part of a call's instructions that a first call may execute once: the C library takes memory, say. */
const once = 0.02;

/** Whether the first call did so much more that a shorter first call must tell if the work grows with the iterations. */
export const didMore = ({ first, again }: FirstAndAgain): boolean =>
	first.instructions > again.instructions * (1 + once);

/**
 * Why neither the result nor the times are believed; a sentence. From the difference of two first calls, in which what is done once
 * cancels.
 * @param shorter first call of another process
 */
export function firstCallDoubt(
	{ first, again }: FirstAndAgain,
	shorter: CallWork
): string | undefined {
	const iterations = first.iterations - shorter.iterations;
	const each = (first.instructions - shorter.instructions) / iterations;
	const later = again.instructions / again.iterations;
	if (each <= later * (1 + bounds.firstCall.tolerance)) return undefined;
	return `The first call of kernel() executed ${number(each)} instructions an iteration, and a later call of as many iterations ${number(later)}: the first call spares later ones work, and those are timed.`;
}
