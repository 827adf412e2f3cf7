/**
 * Whose work is in the count? The harness calls the kernel in the program's first thread. Where an exercise needs one core, what
 * other threads and processes do while instructions are counted is no work of the kernel's, but would make its count larger, or
 * pass for the work of a kernel that does none. qemu counts their instructions apart (`images/tools/qemu/block-counts.c`).
 * Pure.
 */
import type { Language } from '@cyclelab/exercises/schema';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { bounds } from '@cyclelab/contract/measure/bounds';
import { number } from '@cyclelab/contract/measure/sentence-numbers';

/** Whether the runtime of the language works beside the kernel: in other threads, or in code that is not shown. */
export const hasOwnRuntime = (language: Language): boolean =>
	language === 'go' || language === 'cr' || language === 'cs';

type OthersCount = { iterations: number; others?: number | undefined };

/**
 * Instructions an iteration that other threads and processes add to the count, which is the difference of two calls too, or that
 * they do in the first call alone, whose result is compared. It may be negative: no call has a constant part of a thread that
 * works independently. Undefined where they were not counted apart.
 */
export function othersIn(
	first: OthersCount,
	call: OthersCount,
	shorter: OthersCount
): number | undefined {
	if (first.others === undefined || call.others === undefined || shorter.others === undefined)
		return undefined;
	const each = (call.others - shorter.others) / (call.iterations - shorter.iterations);
	const once = first.others / first.iterations - call.others / call.iterations;
	return Math.abs(once) > Math.abs(each) ? once : each;
}

/** Why the count is not believed, if others did a part of it; a sentence. @param others as `othersIn` has it */
export function othersDoubt(
	{ instructionsPerIteration = 0 }: Pick<VariantReport, 'instructionsPerIteration'>,
	others = 0
): string | undefined {
	if (Math.abs(others) <= instructionsPerIteration * bounds.otherThreads.tolerance)
		return undefined;
	return `While its instructions were counted, other threads or processes of it worked beside the thread that calls kernel(): the number of their instructions changed by ${number(Math.abs(others))} an iteration, where ${number(instructionsPerIteration)} were counted.`;
}
