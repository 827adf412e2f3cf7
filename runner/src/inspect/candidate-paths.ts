/** Which loops may be the hot loop, chosen from the code alone, so that they are predicted while the executions are counted. */
import { controlFlow, type ControlFlow, type Loop } from './control-flow.ts';
import type { Isa } from './isa.ts';
import { isCall, type DecodedFunction } from './listing.ts';
import { loopPath, maximumInstructions, type LoopPath } from './loop-path.ts';
import { timedFunctions } from './timed-code.ts';

/**
 * Paths through the innermost loops, longest first, without loops that call functions, which are never predicted. Together
 * they have at most as many instructions as llvm-mca is given at once.
 */
export function candidatePaths(functions: readonly DecodedFunction[], isa: Isa): LoopPath[] {
	const paths = timedFunctions(functions)
		.map((decoded) => controlFlow(decoded))
		.flatMap((flow) => probablyInnermost(flow, isa).map((loop) => loopPath(flow, loop)))
		.filter((path) => path !== undefined)
		.filter(({ instructions }) => !instructions.some(isCall))
		.sort((a, b) => b.instructions.length - a.instructions.length);
	let total = 0;
	return paths.filter(({ instructions }) => {
		if (total + instructions.length > maximumInstructions) return false;
		total += instructions.length;
		return true;
	});
}

/**
 * The innermost loops. A retry, such as the loop around a store-exclusive, hardly ever repeats: a loop in which all inner
 * loops are retries counts as innermost in their place.
 */
function probablyInnermost(flow: ControlFlow, { retried }: Isa): Loop[] {
	const retries = (loop: Loop) =>
		loop.innermost &&
		loop.blocks.some((index) =>
			flow.blocks[index]?.instructions.some(({ mnemonic }) => retried(mnemonic))
		);
	return flow.loops.filter((loop) => {
		const inside = flow.loops.filter(
			(other) => other !== loop && loop.blocks.includes(other.header)
		);
		const around = flow.loops.some((other) => other !== loop && other.blocks.includes(loop.header));
		return inside.length === 0 ? !(around && retries(loop)) : inside.every(retries);
	});
}
