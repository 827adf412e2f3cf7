/** A pass through an innermost loop: the instructions from its header until the header again, in execution order. */
import type { ControlFlow, Loop } from './control-flow.ts';
import { isCall, isUnconditionalJump, type Decoded } from './listing.ts';
import type { Executed } from './edge-counts.ts';

/** Of one pass, looked at more closely and given to llvm-mca, at most: 5,000 instructions simulated 100 times took 5 s. */
export const maximumInstructions = 400;

export type LoopPath = {
	symbol: string;
	/** Address of the header's first instruction. */
	header: number;
	/** Unconditional jumps dropped: they cost a slot, but no model knows it. */
	instructions: readonly Decoded[];
	/** The same for the same instructions in the same order: predictions are found again by it. */
	key: string;
	/** The loop's blocks on the path, in order. */
	blocks: readonly number[];
};

/**
 * Follows, from the header, the successor taken most often, until the header again. Undefined if that never happens.
 * Without counts it is a guess (the first successor that leads back), right for every loop without branches inside.
 */
export function loopPath(flow: ControlFlow, loop: Loop, counted?: Executed): LoopPath | undefined {
	const inside = new Set(loop.blocks);
	const blocks: number[] = [];
	const seen = new Set<number>();
	for (let at: number | undefined = loop.header; at !== undefined;) {
		blocks.push(at);
		seen.add(at);
		const next: number | undefined = following(flow, at, inside, counted);
		if (next === loop.header) return pathOf(flow, loop, blocks);
		at = next === undefined || seen.has(next) ? undefined : next;
	}
	return undefined;
}

function following(
	flow: ControlFlow,
	at: number,
	inside: ReadonlySet<number>,
	counted: Executed | undefined
): number | undefined {
	const candidates = (flow.blocks[at]?.successors ?? []).filter((next) => inside.has(next));
	if (!counted) return candidates[0];
	const weight = (next: number) => counted.edge(at, next) ?? counted.blocks[next] ?? 0;
	return candidates.reduce<number | undefined>(
		(best, next) => (best === undefined || weight(next) > weight(best) ? next : best),
		undefined
	);
}

function pathOf(flow: ControlFlow, loop: Loop, blocks: readonly number[]): LoopPath {
	const instructions = blocks
		.flatMap((index) => flow.blocks[index]?.instructions ?? [])
		.filter((instruction) => !isUnconditionalJump(instruction));
	const header = flow.blocks[loop.header]?.instructions[0]?.address ?? 0;
	return {
		symbol: flow.symbol,
		header,
		instructions,
		key: instructions.map(({ address }) => address.toString(16)).join(' '),
		blocks
	};
}

export const callsIn = (path: Pick<LoopPath, 'instructions'>) => path.instructions.filter(isCall);
