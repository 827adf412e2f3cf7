/** How often each edge of a control-flow graph was taken, from how often each block was executed. */
import type { Flow } from './control-flow.ts';

export type Executed = {
	/** Executions by block. */
	blocks: readonly number[];
	/** Times control went from one block to another; undefined where counts alone cannot tell. */
	edge: (from: number, to: number) => number | undefined;
};

/**
 * A block's count is its first instruction's. Edges follow from conservation: what flows in flows out.
 */
export function executed(flow: Flow, counts: ReadonlyMap<number, number>): Executed {
	const blocks = flow.blocks.map(
		({ instructions }) => counts.get(instructions[0]?.address ?? -1) ?? 0
	);
	const key = (from: number, to: number) => `${from} ${to}`;
	const edges = new Map<string, number>();
	const known = (from: number, to: number) => edges.get(key(from, to));
	/** Fills the one unknown edge of a group whose sum is known. */
	const close = (group: [number, number][], sum: number): boolean => {
		const open = group.filter(([from, to]) => known(from, to) === undefined);
		const [only] = open;
		if (open.length !== 1 || !only) return false;
		const rest = group.reduce((total, [from, to]) => total + (known(from, to) ?? 0), 0);
		edges.set(key(...only), Math.max(0, sum - rest));
		return true;
	};
	for (let changed = true; changed;) {
		changed = false;
		for (const { index, instructions, successors, predecessors } of flow.blocks) {
			const count = blocks[index] ?? 0;
			// The entry is entered from outside, so it has no conservation on that side.
			const leaves = successors.map((to): [number, number] => [index, to]);
			// A branch out of the function (a tail call) takes part of the block's executions with it.
			const escapes = successors.length < 2 && instructions.at(-1)?.flow === 'branch';
			const enters = predecessors.map((from): [number, number] => [from, index]);
			if (!escapes && close(leaves, count)) changed = true;
			if (index !== 0 && close(enters, count)) changed = true;
		}
	}
	return { blocks, edge: known };
}
