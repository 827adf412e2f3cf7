/**
 * Basic blocks of one function. Where an indirect jump goes (a switch by a table, say) is not in the code; it is inferred from
 * what is there otherwise: code that nothing else leads to, and, once counted, code that ran more often than what leads to it.
 */
import {
	isEnd,
	isJump,
	isUnconditionalJump,
	type Decoded,
	type DecodedFunction
} from './listing.ts';

export type BasicBlock = {
	/** Position in `Flow.blocks`; 0 is the entry. */
	index: number;
	instructions: readonly Decoded[];
	/** Blocks of the same function that can follow: fall-through first, jump target second; all an indirect jump can reach. */
	successors: number[];
	predecessors: number[];
};

/** Beyond this many blocks no loops are looked for: sets of blocks per loop take quadratic space. */
export const maximumBlocks = 2000;
/** Ways out of indirect jumps that are guessed, at most. A switch by a table has a few hundred; learners can write any number. */
const maximumGuesses = 20_000;

/** Executions by instruction address. */
export type ByAddress = ReadonlyMap<number, number>;

/** @param counts more is known of indirect jumps with them */
export function basicBlocks(decoded: DecodedFunction, counts?: ByAddress): BasicBlock[] {
	const groups = grouped(decoded, counts);
	const at = new Map(groups.map((group, index) => [group[0]?.address, index]));
	const blocks: BasicBlock[] = groups.map((group, index) => ({
		index,
		instructions: group,
		successors: successors(group.at(-1), index + 1 < groups.length ? index + 1 : undefined, at),
		predecessors: []
	}));
	link(blocks);
	const indirect = blocks.filter(({ instructions }) => jumpsIndirectly(instructions.at(-1)));
	if (indirect.length === 0 || blocks.length > maximumBlocks) return blocks;
	const reached = blocks
		.filter((block) => block.index > 0 && isReachedOtherwise(block, blocks, counts))
		.map(({ index }) => index);
	if (indirect.length * reached.length > maximumGuesses) return blocks;
	for (const block of indirect) block.successors.push(...reached);
	link(blocks);
	return blocks;
}

const jumpsIndirectly = (last: Decoded | undefined) =>
	last !== undefined && isUnconditionalJump(last) && last.target === undefined;

function grouped({ instructions }: DecodedFunction, counts?: ByAddress): Decoded[][] {
	const own = new Set(instructions.map(({ address }) => address));
	const leaders = new Set<number>();
	const indirect = counts && instructions.some(jumpsIndirectly);
	instructions.forEach((instruction, i) => {
		if (i === 0) leaders.add(instruction.address);
		if (isJump(instruction) && instruction.target !== undefined && own.has(instruction.target))
			leaders.add(instruction.target);
		const next = instructions[i + 1];
		if (!next) return;
		const ends = isJump(instruction) || isEnd(instruction);
		// More executions than just before: something jumps here.
		const gains = indirect && countOf(next, counts) > countOf(instruction, counts);
		if (ends || gains) leaders.add(next.address);
	});
	const groups: Decoded[][] = [];
	for (const instruction of instructions) {
		if (leaders.has(instruction.address)) groups.push([]);
		groups.at(-1)?.push(instruction);
	}
	return groups;
}

const countOf = (instruction: Decoded | undefined, counts: ByAddress | undefined) =>
	counts?.get(instruction?.address ?? -1) ?? 0;

function successors(
	last: Decoded | undefined,
	next: number | undefined,
	at: ReadonlyMap<number | undefined, number>
): number[] {
	if (!last || isEnd(last)) return [];
	const target = isJump(last) && last.target !== undefined ? at.get(last.target) : undefined;
	const through = isUnconditionalJump(last) ? undefined : next;
	return [...new Set([through, target].filter((index) => index !== undefined))];
}

/** Fills in the predecessors. */
function link(blocks: readonly BasicBlock[]): void {
	for (const block of blocks) block.predecessors = [];
	for (const block of blocks)
		for (const next of block.successors) blocks[next]?.predecessors.push(block.index);
}

/** Whether direct jumps and falling through do not explain that a block is executed, or executed so often. */
function isReachedOtherwise(
	block: BasicBlock,
	blocks: readonly BasicBlock[],
	counts?: ByAddress
): boolean {
	if (!counts)
		return (
			block.predecessors.length === 0 &&
			// Filled space before an aligned block is never reached.
			block.instructions.some(({ mnemonic }) => mnemonic !== 'nop')
		);
	const most = block.predecessors.reduce(
		(sum, index) => sum + countOf(blocks[index]?.instructions.at(-1), counts),
		0
	);
	return countOf(block.instructions[0], counts) > most;
}
