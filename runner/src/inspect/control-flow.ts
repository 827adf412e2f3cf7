/** Basic blocks, dominators and natural loops of one function. Pure graph work. */
import { basicBlocks, maximumBlocks, type BasicBlock, type ByAddress } from './basic-blocks.ts';
import type { DecodedFunction } from './listing.ts';

export type Loop = {
	header: number;
	/** All blocks of the loop, header included, in address order. */
	blocks: number[];
	/** Contains no other loop's header. */
	innermost: boolean;
};

export type ControlFlow = {
	symbol: string;
	blocks: BasicBlock[];
	loops: Loop[];
	/** Backward edges into the middle of a loop (several entries): no natural loop, not analysed. */
	irreducible: number;
};

/** @param counts more is known of indirect jumps with them */
export function controlFlow(decoded: DecodedFunction, counts?: ByAddress): ControlFlow {
	const blocks = basicBlocks(decoded, counts);
	const order = blocks.length > maximumBlocks ? [] : reversePostorder(blocks);
	const dominator = immediateDominators(blocks, order);
	return { symbol: decoded.symbol, blocks, ...naturalLoops(blocks, order, dominator) };
}

/** Reachable blocks, each before those it dominates. Iterative: a learner's function may nest deeply. */
function reversePostorder(blocks: readonly BasicBlock[]): number[] {
	if (blocks.length === 0) return [];
	const seen = new Set([0]);
	const stack: { block: number; next: number }[] = [{ block: 0, next: 0 }];
	const postorder: number[] = [];
	for (let top = stack.at(-1); top; top = stack.at(-1)) {
		const follower = blocks[top.block]?.successors[top.next++];
		if (follower === undefined) {
			postorder.push(top.block);
			stack.pop();
		} else if (!seen.has(follower)) {
			seen.add(follower);
			stack.push({ block: follower, next: 0 });
		}
	}
	return postorder.reverse();
}

/** Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001). The entry dominates itself. */
function immediateDominators(
	blocks: readonly BasicBlock[],
	order: readonly number[]
): Map<number, number> {
	const rank = new Map(order.map((block, position) => [block, position]));
	const dominator = new Map<number, number>([[0, 0]]);
	const position = (block: number) => rank.get(block) ?? Infinity;
	const meet = (left: number, right: number): number => {
		let [a, b] = [left, right];
		while (a !== b) {
			if (position(a) > position(b)) a = dominator.get(a) ?? 0;
			else b = dominator.get(b) ?? 0;
		}
		return a;
	};
	for (let changed = true; changed;) {
		changed = false;
		for (const block of order.slice(1)) {
			const dominated = (blocks[block]?.predecessors ?? []).filter((predecessor) =>
				dominator.has(predecessor)
			);
			const [first, ...others] = dominated;
			if (first === undefined) continue;
			const found = others.reduce(meet, first);
			if (dominator.get(block) !== found) {
				dominator.set(block, found);
				changed = true;
			}
		}
	}
	return dominator;
}

function naturalLoops(
	blocks: readonly BasicBlock[],
	order: readonly number[],
	dominator: ReadonlyMap<number, number>
): { loops: Loop[]; irreducible: number } {
	const rank = new Map(order.map((block, position) => [block, position]));
	const dominates = (above: number, below: number): boolean => {
		let at = below;
		// A dominator is never later in reverse postorder, so the walk up can stop early.
		while ((rank.get(at) ?? 0) > (rank.get(above) ?? 0)) at = dominator.get(at) ?? 0;
		return at === above;
	};
	const latches = new Map<number, number[]>();
	let irreducible = 0;
	for (const block of order)
		for (const next of blocks[block]?.successors ?? []) {
			if ((rank.get(next) ?? 0) > (rank.get(block) ?? 0)) continue;
			if (!dominates(next, block)) irreducible++;
			else latches.set(next, [...(latches.get(next) ?? []), block]);
		}
	const found = [...latches].map(([header, ends]) => {
		const inside = new Set([header]);
		const todo = ends.filter((end) => end !== header);
		for (let block = todo.pop(); block !== undefined; block = todo.pop()) {
			if (inside.has(block)) continue;
			inside.add(block);
			// Unreachable predecessors (dead code) are not part of the loop.
			todo.push(
				...(blocks[block]?.predecessors ?? []).filter((predecessor) => rank.has(predecessor))
			);
		}
		return { header, inside };
	});
	const loops = found
		.map(({ header, inside }) => ({
			header,
			blocks: [...inside].sort((a, b) => a - b),
			innermost: !found.some((other) => other.header !== header && inside.has(other.header))
		}))
		.sort((a, b) => a.header - b.header);
	return { loops, irreducible };
}
