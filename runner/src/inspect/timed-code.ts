/** Which code runs while a kernel is timed. */
import { isCall, isJump, type DecodedFunction } from './listing.ts';

/** The functions that `kernel` can reach by direct calls and jumps, itself first. What `setup` alone uses is not timed. */
export function timedFunctions(functions: readonly DecodedFunction[]): DecodedFunction[] {
	const byAddress = new Map(functions.map((decoded) => [decoded.address, decoded]));
	const reached: DecodedFunction[] = functions.filter(({ symbol }) => symbol === 'kernel');
	const seen = new Set(reached);
	for (const decoded of reached)
		for (const instruction of decoded.instructions) {
			if (!isCall(instruction) && !isJump(instruction)) continue;
			const next = byAddress.get(instruction.target ?? -1);
			if (next && !seen.has(next)) {
				seen.add(next);
				reached.push(next);
			}
		}
	return reached;
}

/** Whether a count run left them by a jump through a pointer: a table of their own, or a call that became a jump. */
export const jumpsThroughPointer = (
	timed: readonly DecodedFunction[],
	counts: ReadonlyMap<number, number>
): boolean =>
	timed.some(({ instructions }) =>
		instructions.some(
			(instruction) =>
				isJump(instruction) &&
				instruction.target === undefined &&
				(counts.get(instruction.address) ?? 0) > 0
		)
	);

/**
 * Names of what the timed functions call outside of the learner's file and did call in a count run; "a pointer" for calls
 * through one.
 */
export function outwardCalls(
	timed: readonly DecodedFunction[],
	counts: ReadonlyMap<number, number>
): string[] {
	const all = timed.flatMap(({ instructions }) => instructions);
	const own = new Set(all.map(({ address }) => address));
	const calls = all
		// A jump out of the file is a call that the compiler made the function's end.
		.filter(
			(instruction) =>
				isCall(instruction) || (isJump(instruction) && instruction.target !== undefined)
		)
		.filter(({ target }) => target === undefined || !own.has(target))
		.filter(({ address }) => (counts.get(address) ?? 0) > 0);
	return [...new Set(calls.map(({ callee }) => callee ?? 'a pointer'))];
}
