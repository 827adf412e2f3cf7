/**
 * The control flow of a listed function: basic blocks, and edges with the times that control took them. Pure.
 *
 * Blocks are counted; edges follow from conservation of flow: a block is entered as often as it is left. An edge whose count
 * does not follow has none. Calls come back to the block that made them, so they are no edges, and returns leave the function.
 */
import { partsOf, transferOf, type Transfer } from '@cyclelab/contract/transfer';
import type { Instruction } from '@cyclelab/contract/schema/code';
import type { PlaceEvents } from '@cyclelab/contract/schema/events';
import type { Target } from '@cyclelab/exercises/schema';

/** Larger functions are not drawn: their layout would stop the page for seconds, and nobody reads them. */
export const mostBlocks = 200;

/**
 * How control leaves the function: by `return` (or a trap), by a direct jump to code `elsewhere`, by a jump to an `unknown`
 * place (perhaps of this function: a jump table), or from within a block that was not executed to its end (`lost`: a call that
 * did not come back).
 */
export type LeavingWay = 'return' | 'elsewhere' | 'unknown' | 'lost';

export interface FlowBlock extends CountedBlock {
	/** Places of its first and last instruction in the function, from 0. */
	first: number;
	last: number;
	leaving: { way: LeavingWay; count: Count }[];
	/** How often control came from where no instruction of the function names: a jump table, a handler of exceptions. */
	unknownEntries?: { count: Count };
	/** On the most executed path. */
	hot: boolean;
}

export interface FlowEdge extends CountedEdge {
	/** The next block in the listing, a taken branch, or a jump without condition. */
	way: 'next' | 'taken' | 'jump';
	/** Leads to a block through which every way to it, from the entry, has come already: the end of a loop's pass. */
	back: boolean;
	hot: boolean;
}

export interface Flow {
	/** In the order of the listing; the first is the function's entry. */
	blocks: FlowBlock[];
	edges: FlowEdge[];
	/** The counts of blocks contradict conservation, so no edge has a count. */
	contradicts: boolean;
}

type Listed = Pick<Instruction, 'address' | 'text' | 'target' | 'count'>;

const padding = /^(?:nop\w*|int3|udf)\b/;

const transfer = ({ text }: Listed, target: Target): Transfer | undefined =>
	transferOf[target](partsOf(text).mnemonic);
/** A jump whose operand is a register or memory, not an address. */
const isIndirect = ({ text }: Listed) => !/ 0x[\da-f]+(?: <[^>]*>)?$/.test(text);

/** The function's control flow; of a function with more blocks than `mostBlocks` only how many it has. */
export function flowOf(
	instructions: readonly Listed[],
	target: Target
): Flow | { tooMany: number } {
	const all = blocksOf(instructions, target);
	if (all.length > mostBlocks) return { tooMany: all.length };
	const { blocks, edges } = withoutPadding(all, edgesOf(all, instructions, target), instructions);
	setUnknownEntries(blocks, edges);
	const flow = { blocks, edges, contradicts: !flowCounts(blocks, edges) };
	setBack(flow);
	setHot(flow);
	return flow;
}

function blocksOf(instructions: readonly Listed[], target: Target): FlowBlock[] {
	const targets = new Set(instructions.map((instruction) => instruction.target));
	const blocks: FlowBlock[] = [];
	for (const [at, instruction] of instructions.entries()) {
		const before = instructions[at - 1];
		const flow = before && transfer(before, target);
		const isFirst =
			targets.has(instruction.address) ||
			(flow !== undefined && flow !== 'call') ||
			before?.count !== instruction.count;
		const block = blocks.at(-1);
		if (isFirst || !block)
			blocks.push({ first: at, last: at, count: instruction.count, leaving: [], hot: false });
		else block.last = at;
	}
	for (const [at, block] of blocks.entries()) {
		const last = instructions[block.last];
		if (last) block.leaving = leavingOf(block, last, target, blocks[at + 1]);
	}
	return blocks;
}

function edgesOf(
	blocks: readonly FlowBlock[],
	instructions: readonly Listed[],
	target: Target
): FlowEdge[] {
	const byAddress = new Map(blocks.map(({ first }, at) => [instructions[first]?.address, at]));
	return blocks.flatMap(({ last }, from) => {
		const instruction = instructions[last];
		const flow = instruction && transfer(instruction, target);
		const taken = instruction?.target === undefined ? undefined : byAddress.get(instruction.target);
		const next = from + 1 < blocks.length ? from + 1 : undefined;
		const edge = (to: number | undefined, way: FlowEdge['way']): FlowEdge[] =>
			to === undefined ? [] : [{ from, to, way, count: undefined, back: false, hot: false }];
		if (flow === 'end') return [];
		if (flow === 'jump') return edge(taken, 'jump');
		return [...edge(next, 'next'), ...(flow === 'branch' ? edge(taken, 'taken') : [])];
	});
}

function leavingOf(
	block: FlowBlock,
	last: Listed,
	target: Target,
	next: FlowBlock | undefined
): FlowBlock['leaving'] {
	const flow = transfer(last, target);
	const leaving = (way: LeavingWay) => [{ way, count: undefined }];
	if (flow === 'end') return leaving('return');
	if ((flow === 'jump' || flow === 'branch') && last.target === undefined)
		return leaving(isIndirect(last) ? 'unknown' : 'elsewhere');
	if (flow === 'jump' || flow === 'branch') return [];
	// Behind a call the listing goes on, and control came back less often than it went.
	return !next || (block.count ?? 0) > (next.count ?? 0) ? leaving('lost') : [];
}

/**
 * A block is entered from unknown places at least as often as the blocks that lead to it do not explain. If these entries are as
 * many as the jumps to unknown places, no other block is entered so; else any block may be.
 */
function setUnknownEntries(blocks: readonly FlowBlock[], edges: readonly FlowEdge[]): void {
	const unexplained = blocks.map((block, at) => {
		const before = new Set(edges.filter(({ to }) => to === at).map(({ from }) => from));
		const most = [...before].reduce((sum, from) => sum + (blocks[from]?.count ?? 0), 0);
		const isUnexplained = before.size === 0 || (block.count ?? 0) > most;
		return at > 0 && isUnexplained ? Math.max(0, (block.count ?? 0) - most) : undefined;
	});
	const jumps = blocks.filter(({ leaving }) => leaving.some(({ way }) => way === 'unknown'));
	const sum = (counts: readonly Count[]) =>
		counts.reduce<number>((total, count) => total + (count ?? 0), 0);
	const explained = sum(unexplained) === sum(jumps.map(({ count }) => count));
	for (const [at, block] of blocks.entries())
		if (unexplained[at] !== undefined || (jumps.length > 0 && !explained))
			block.unknownEntries = { count: undefined };
}

/** Without the space before an aligned block: instructions that do nothing, and that nothing leads to. */
function withoutPadding(
	blocks: readonly FlowBlock[],
	edges: readonly FlowEdge[],
	instructions: readonly Listed[]
): Pick<Flow, 'blocks' | 'edges'> {
	const reached = new Set(edges.map(({ to }) => to));
	const isPadding = ({ first, last, count = 0 }: FlowBlock, at: number) =>
		at > 0 &&
		!reached.has(at) &&
		count === 0 &&
		instructions.slice(first, last + 1).every(({ text }) => padding.test(partsOf(text).mnemonic));
	const kept = blocks.filter((block, at) => !isPadding(block, at));
	const places = new Map(kept.map((block, place) => [block, place]));
	const placeOf = (at: number) => {
		const block = blocks[at];
		return block && places.get(block);
	};
	return {
		blocks: kept,
		edges: edges.flatMap((edge) => {
			const [from, to] = [placeOf(edge.from), placeOf(edge.to)];
			return from === undefined || to === undefined ? [] : [{ ...edge, from, to }];
		})
	};
}

/** Edges to a block that the search from the entry, and from blocks it does not reach, is still in. */
function setBack({ blocks, edges }: Flow): void {
	const leavingEdges = blocks.map((_, at) => edges.filter(({ from }) => from === at));
	const state = new Map<number, 'open' | 'done'>();
	for (const root of blocks.keys()) {
		if (state.has(root)) continue;
		state.set(root, 'open');
		const stack = [{ at: root, next: 0 }];
		for (let top = stack.at(-1); top; top = stack.at(-1)) {
			const edge = leavingEdges[top.at]?.[top.next++];
			if (!edge) {
				state.set(top.at, 'done');
				stack.pop();
			} else if (state.get(edge.to) === 'open') edge.back = true;
			else if (!state.has(edge.to)) {
				state.set(edge.to, 'open');
				stack.push({ at: edge.to, next: 0 });
			}
		}
	}
}

/** At most so often it was taken: its count, else the smaller of its ends'. */
const atMost = ({ blocks }: Flow, { from, to, count }: FlowEdge): number =>
	count ?? Math.min(blocks[from]?.count ?? 0, blocks[to]?.count ?? 0);

/** The ways out of a block, or into it, the most executed first. */
export function byCount(flow: Flow, end: 'from' | 'to', at: number): FlowEdge[] {
	return flow.edges
		.filter((edge) => edge[end] === at)
		.toSorted((a, b) => atMost(flow, b) - atMost(flow, a));
}

/** Marks the path of the most executed edges through the most executed block, until it returns to a block that it has. */
function setHot(flow: Flow): void {
	const { blocks } = flow;
	const most = blocks.reduce((largest, { count = 0 }) => Math.max(largest, count), 0);
	const start = blocks.findIndex(({ count }) => count === most);
	if (most === 0 || start < 0) return;
	const isTaken = (edge: FlowEdge) => atMost(flow, edge) > 0;
	const follow = (next: (at: number) => FlowEdge | undefined, end: 'from' | 'to') => {
		const seen = new Set<number>();
		for (let at: number | undefined = start; at !== undefined && !seen.has(at);) {
			seen.add(at);
			const block = blocks[at];
			if (block) block.hot = true;
			const edge = next(at);
			if (edge) edge.hot = true;
			at = edge?.[end];
		}
	};
	follow((at) => byCount(flow, 'from', at).find(isTaken), 'to');
	follow((at) => byCount(flow, 'to', at).find((edge) => !edge.back && isTaken(edge)), 'from');
}

/** Of a branch in a traced run: the share of its executions that were taken, and that were mispredicted, 0..1. */
export interface TracedBranch {
	taken: number;
	mispredicted: number;
}

/** Traced branches by address. */
export function tracedBranches({ instructions = [] }: PlaceEvents): Map<string, TracedBranch> {
	return new Map(
		instructions.flatMap(({ address, rates }) => {
			const { branches = 0, taken = 0, mispredicted = 0 } = rates;
			if (branches <= 0) return [];
			const share = (rate: number) => Math.min(1, rate / branches);
			return [[address, { taken: share(taken), mispredicted: share(mispredicted) }]];
		})
	);
}

/** A number of executions; undefined if it does not follow from the counts of blocks, or nothing was counted. */
export type Count = number | undefined;

/** A block, its ways out of the function, and whether control comes to it from unknown places. */
interface CountedBlock {
	count: Count;
	leaving: { count: Count }[];
	unknownEntries?: { count: Count };
}

/** Between places in the list of blocks, whose first is the function's entry. */
interface CountedEdge {
	from: number;
	to: number;
	count: Count;
}

/*
 * An edge is an unknown number, and each block gives two equations: its ways in, and its ways out, are as many as its executions.
 * Seen as a graph, whose vertices are the equations and whose lines are the unknown numbers, a number follows from the equations
 * if and only if its line is a bridge: no cycle leads through it, where callers and unknown places are one vertex, which has no
 * equation. It is then the difference of the equations on one side. Two facts add to the equations: counts are not negative, so
 * all ways of a block that was never executed are 0; and an executed block was reached from the function's entry, so control
 * came into a loop at least once.
 */
interface Unknown {
	/** Vertices: 2 × block for its ways in, 1 more for its ways out, or `outside`. */
	ends: readonly [from: number, to: number];
	/** Where the count belongs. */
	place: { count: Count };
}

/** The vertex without an equation: callers, and unknown places. */
const outside = -1;
const entry = (block: number) => 2 * block;
const exit = (block: number) => 2 * block + 1;

interface State {
	open: Set<Unknown>;
	found: Map<Unknown, number>;
	/** What is left of each vertex's sum. */
	rest: number[];
}

type Lines = ReadonlyMap<number, readonly Unknown[]>;

/** Sets the counts of edges, entries and exits; false if the counts of blocks contradict one another, and then it sets none. */
function flowCounts(blocks: readonly CountedBlock[], edges: readonly CountedEdge[]): boolean {
	if (blocks.some(({ count }) => count === undefined)) return true;
	const unknowns = unknownsOf(blocks, edges);
	const lines = new Map<number, Unknown[]>();
	for (const unknown of unknowns)
		for (const end of unknown.ends) lines.set(end, [...(lines.get(end) ?? []), unknown]);
	const state: State = {
		open: new Set(unknowns),
		found: new Map(),
		rest: blocks.flatMap(({ count = 0 }) => [count, count])
	};
	const isPossible = settle(state, lines, true) && probe(state, lines, blocks);
	if (isPossible) for (const [{ place }, count] of state.found) place.count = count;
	return isPossible;
}

function unknownsOf(blocks: readonly CountedBlock[], edges: readonly CountedEdge[]): Unknown[] {
	const inside = edges.map((edge) => ({
		ends: [exit(edge.from), entry(edge.to)] as const,
		place: edge
	}));
	const across = blocks.flatMap(({ leaving, unknownEntries }, block): Unknown[] => [
		...leaving.map((place) => ({ ends: [exit(block), outside] as const, place })),
		...(unknownEntries ? [{ ends: [outside, entry(block)] as const, place: unknownEntries }] : []),
		// Calls of the function, whose number is shown nowhere.
		...(block === 0 ? [{ ends: [outside, entry(0)] as const, place: { count: undefined } }] : [])
	]);
	return [...inside, ...across];
}

function close({ open, found, rest }: State, unknown: Unknown, count: number): void {
	open.delete(unknown);
	found.set(unknown, count);
	for (const end of unknown.ends) if (end !== outside) rest[end] = (rest[end] ?? 0) - count;
}

/**
 * Finds what follows, until nothing more does; false if there is a contradiction.
 * @param bridges else only what follows from one equation at a time
 */
function settle(state: State, lines: Lines, bridges: boolean): boolean {
	const { open, found, rest } = state;
	for (let before = -1; before !== open.size;) {
		before = open.size;
		for (const unknown of open)
			if (unknown.ends.some((end) => rest[end] === 0)) close(state, unknown, 0);
		for (const unknown of open) {
			const count = bridges ? across(unknown, state, lines) : alone(unknown, state, lines);
			if (count !== undefined) close(state, unknown, count);
		}
	}
	return (
		[...found.values()].every((count) => count >= 0) &&
		rest.every(
			(sum, vertex) =>
				sum === 0 || (sum > 0 && lines.get(vertex)?.some((unknown) => open.has(unknown)))
		)
	);
}

/** The count of the only number of an equation that is not found yet. */
function alone({ ends }: Unknown, { open, rest }: State, lines: Lines): number | undefined {
	const end = ends.find(
		(vertex) =>
			vertex !== outside && lines.get(vertex)?.filter((unknown) => open.has(unknown)).length === 1
	);
	return end === undefined ? undefined : rest[end];
}

/** The count of a number that is a bridge. */
function across(unknown: Unknown, { open, rest }: State, lines: Lines): number | undefined {
	for (const [at, end] of unknown.ends.entries()) {
		if (end === outside) continue;
		const side = new Set([end]);
		for (const vertex of side)
			for (const line of lines.get(vertex) ?? [])
				if (line !== unknown && open.has(line)) for (const next of line.ends) side.add(next);
		if (side.has(unknown.ends[1 - at] ?? outside)) return undefined;
		// Each number within the side is in one equation of ways in and in one of ways out, and cancels.
		const sign = (vertex: number) => ((vertex - end) % 2 === 0 ? 1 : -1);
		if (!side.has(outside))
			return [...side].reduce((sum, vertex) => sum + sign(vertex) * (rest[vertex] ?? 0), 0);
	}
	return undefined;
}

/** Numbers that are 0 or 1 are found where one of both contradicts something; false if both do. */
function probe(state: State, lines: Lines, blocks: readonly CountedBlock[]): boolean {
	const isPossible = (unknown: Unknown, count: number) => {
		const copy = {
			open: new Set(state.open),
			found: new Map(state.found),
			rest: [...state.rest]
		};
		close(copy, unknown, count);
		return settle(copy, lines, false) && isReached(copy, lines, blocks);
	};
	for (const unknown of state.open) {
		const most = Math.min(
			...unknown.ends.map((end) => (end === outside ? Infinity : (state.rest[end] ?? 0)))
		);
		if (most !== 1) continue;
		const [none, once] = [isPossible(unknown, 0), isPossible(unknown, 1)];
		if (!none && !once) return false;
		if (none && once) continue;
		close(state, unknown, once ? 1 : 0);
		if (!settle(state, lines, true)) return false;
	}
	return true;
}

/** Whether every executed block can be reached from outside by ways that may have been taken. */
function isReached({ open, found }: State, lines: Lines, blocks: readonly CountedBlock[]): boolean {
	const seen = new Set([outside]);
	for (const vertex of seen)
		for (const line of lines.get(vertex) ?? []) {
			const [from, to] = line.ends;
			if (from !== vertex || to === outside) continue;
			// From a block's ways in to its ways out.
			if (open.has(line) || (found.get(line) ?? 0) > 0) seen.add(to + 1);
		}
	return blocks.every(({ count }, block) => count === 0 || seen.has(exit(block)));
}
