/** How often each edge of a control-flow graph was taken, from how often each block was executed. */
import type { ControlFlow } from './control-flow.ts';

export type Executed = {
	/** Executions by block. */
	blocks: readonly number[];
	/** Times control went from one block to another; undefined where counts do not determine it. */
	edge: (from: number, to: number) => number | undefined;
};

/**
 * A block's count is its first instruction's. Edges follow from conservation: what flows in flows out.
 */
export function executed(flow: ControlFlow, counts: ReadonlyMap<number, number>): Executed {
	const blocks = flow.blocks.map(
		({ instructions }) => counts.get(instructions[0]?.address ?? -1) ?? 0
	);
	const key = (from: number, to: number) => `${from} ${to}`;
	const edges = new Map<string, number>();
	const countOf = (from: number, to: number) => edges.get(key(from, to));
	/** Blocks with an edge that may be inferred now: both ends of an edge that became known. */
	const waiting = new Set(flow.blocks);
	/** Fills the one unknown edge of a group whose sum is known. */
	const close = (group: [number, number][], sum: number): void => {
		const open = group.filter(([from, to]) => countOf(from, to) === undefined);
		const [only] = open;
		if (open.length !== 1 || !only) return;
		const knownSum = group.reduce((total, [from, to]) => total + (countOf(from, to) ?? 0), 0);
		edges.set(key(...only), Math.max(0, sum - knownSum));
		for (const end of only) {
			const block = flow.blocks[end];
			if (block) waiting.add(block);
		}
	};
	// Items added during the iteration are visited too.
	for (const block of waiting) {
		waiting.delete(block);
		const { index, instructions, successors, predecessors } = block;
		const count = blocks[index] ?? 0;
		const leaves = successors.map((to): [number, number] => [index, to]);
		// A branch out of the function (a tail call) takes part of the block's executions with it.
		const escapes = successors.length < 2 && instructions.at(-1)?.flow === 'branch';
		const enters = predecessors.map((from): [number, number] => [from, index]);
		if (!escapes) close(leaves, count);
		// The entry is entered from outside, so it has no conservation on that side.
		if (index !== 0) close(enters, count);
	}
	return { blocks, edge: countOf };
}
