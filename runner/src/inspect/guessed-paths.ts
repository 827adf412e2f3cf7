/** Loops that may turn out to be hot, before anything is counted, so that predictions can be made at the same time. */
import { controlFlow, type ControlFlow, type Loop } from './control-flow.ts';
import type { Isa } from './isa.ts';
import { isCall, type DecodedFunction } from './listing.ts';
import { loopPath, maximumInstructions, type LoopPath } from './loop-path.ts';
import { timedFunctions } from './timed-code.ts';

/**
 * Paths of the innermost loops, largest first: without loops that call functions (never predicted), and at most as many as
 * llvm-mca gets at once.
 */
export function guessedPaths(functions: readonly DecodedFunction[], isa: Isa): LoopPath[] {
	const paths = timedFunctions(functions)
		.map((one) => controlFlow(one))
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

/** Innermost loops, where a loop around a retry counts as one in its place. */
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
