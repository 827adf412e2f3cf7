/** How a control-flow graph is drawn: dagre’s layered layout from the entry downwards, and what its edges and blocks look like. Pure. */
import { shortenMiddle } from '@cyclelab/contract/shorten';
import { grouped, percent } from '../ui/format.ts';
import {
	byCount,
	type Flow,
	type FlowBlock,
	type FlowEdge,
	type LeavingWay,
	type TracedBranch
} from './flow.ts';
import type { ListedInstruction } from './listing.ts';
import { Graph, layout } from '@dagrejs/dagre';
import { curveBasis, line } from 'd3-shape';

/** CSS px at a zoom of 1. Characters of JetBrains Mono are 0.6 of its size wide, those of labels about as wide. */
export const drawn = { fontSize: 12, character: 7.2, row: 17, padding: 9, labelCharacter: 6.6 };

/** Characters of an instruction in a block; the listing has it whole. */
const longestLine = 42;
/** Instructions of a block that is drawn whole, and those at both ends of a longer block: a branch is the last. */
const mostLines = 7;
const [atBeginning, atEnd] = [3, 3];

const times = (count: number) => `${grouped(count)}×`;
const waysOut: Record<LeavingWay, string> = {
	return: 'leaves the function',
	elsewhere: 'jumps to other code',
	unknown: 'jumps to an unknown place',
	lost: 'not executed to its end'
};
/** Smaller shares would be 0.0 %. */
const leastShown = 0.001;
const mispredicted = (share: number) =>
	`mispredicted ${share > 0 && share < leastShown ? `under ${percent(leastShown)}` : percent(share)}`;

/** A way out of a block, with what stands on its edge. */
export const wayTo = (name: string, label: string) =>
	label === '' ? `to ${name}` : `to ${name}: ${label}`;

interface BlockDrawing extends Size {
	/** Its number from 1, and its label in the listing. */
	name: string;
	/** Executions; empty if nothing was counted. */
	count: string;
	/** Instructions, shortened. */
	lines: string[];
	/** How it is left, where control comes from, and how often its branch was mispredicted. */
	notes: string[];
	/** All of this in a sentence, and the edges that leave it, the most executed first. */
	description: string;
}

interface EdgeDrawing {
	label: string;
	size: Size;
}

interface FlowDrawing {
	blocks: BlockDrawing[];
	edges: EdgeDrawing[];
}

/** @param traced branches by address */
export function drawingOf(
	flow: Flow,
	rows: readonly ListedInstruction[],
	traced: ReadonlyMap<string, TracedBranch>
): FlowDrawing {
	const branchOf = ({ last }: FlowBlock) => traced.get(rows[last]?.address ?? '');
	const labels = flow.edges.map((edge) => {
		const from = flow.blocks[edge.from];
		return edgeLabel(edge, from?.count !== undefined, from && branchOf(from));
	});
	const labelOf = new Map(flow.edges.map((edge, at) => [edge, labels[at] ?? '']));
	const names = flow.blocks.map(({ first }, at) => {
		const label = rows[first]?.jump?.label;
		return label === undefined ? `${at + 1}` : `${at + 1} · ${label}`;
	});
	const blocks = flow.blocks.map((block, at): BlockDrawing => {
		const name = names[at] ?? '';
		const count = block.count === undefined ? '' : times(block.count);
		const lines = linesOf(rows.slice(block.first, block.last + 1));
		const isLedTo = at === 0 || flow.edges.some(({ to }) => to === at);
		const notes = notesOf(block, isLedTo, branchOf(block));
		const ways = byCount(flow, 'from', at).map((edge) =>
			wayTo(`Block ${names[edge.to] ?? ''}`, labelOf.get(edge) ?? '')
		);
		const characters = Math.max(
			...[`${name}  ${count}`, ...lines, ...notes].map(({ length }) => length)
		);
		return {
			name,
			count,
			lines,
			notes,
			width: Math.ceil(characters * drawn.character + 2 * drawn.padding),
			height: (1 + lines.length + notes.length) * drawn.row + 2 * drawn.padding,
			description: `${[
				`Block ${name}`,
				...(block.count === undefined ? [] : [`executed ${times(block.count)}`]),
				...(block.hot ? ['on the hot path'] : []),
				...notes,
				...ways
			].join(', ')}. ${lines.join('; ')}`
		};
	});
	const edges = labels.map((label) => ({
		label,
		size: { width: label.length * drawn.labelCharacter, height: label === '' ? 0 : drawn.row }
	}));
	return { blocks, edges };
}

const withCount = (text: string, count: number | undefined) =>
	count === undefined ? text : `${text}, ${times(count)}`;

function linesOf(rows: readonly ListedInstruction[]): string[] {
	const text = ({ mnemonic, operands }: ListedInstruction) =>
		shortenMiddle(`${mnemonic} ${operands}`.trim(), longestLine);
	if (rows.length <= mostLines) return rows.map(text);
	return [
		...rows.slice(0, atBeginning).map(text),
		`… ${rows.length - atBeginning - atEnd} more`,
		...rows.slice(-atEnd).map(text)
	];
}

/** How control came from unknown places; a block that other edges explain is perhaps never entered so. */
function entered(count: number | undefined, isLedTo: boolean): string[] {
	if (count === 0) return [];
	if (count === undefined && isLedTo) return ['perhaps entered from an unknown place'];
	return [withCount('entered from an unknown place', count)];
}

/** @param isLedTo callers or edges lead to the block */
function notesOf(
	{ leaving, unknownEntries }: FlowBlock,
	isLedTo: boolean,
	branch: TracedBranch | undefined
): string[] {
	return [
		...(unknownEntries ? entered(unknownEntries.count, isLedTo) : []),
		...(branch ? [mispredicted(branch.mispredicted)] : []),
		// All executions of a block that ends with a return.
		...leaving.map(({ way, count }) =>
			withCount(waysOut[way], way === 'return' ? undefined : count)
		)
	];
}

function edgeLabel(
	{ way, count, back }: FlowEdge,
	counted: boolean,
	branch: TracedBranch | undefined
): string {
	const share = branch && (way === 'taken' ? branch.taken : 1 - branch.taken);
	const number =
		count !== undefined
			? times(count)
			: !counted
				? ''
				: share === undefined || way === 'jump'
					? 'unknown'
					: `≈ ${percent(share)} in the trace`;
	return [back ? '↺' : '', way === 'taken' ? 'taken' : '', number].filter(Boolean).join(' ');
}

/** Whether some edge has no count although its block has one. */
export const hasUnknown = ({ blocks, edges }: Flow): boolean =>
	edges.some(({ from, count }) => count === undefined && blocks[from]?.count !== undefined);

/** In CSS px at a zoom of 1. */
export interface Size {
	width: number;
	height: number;
}

interface LaidOut extends Size {
	/** The upper left corner of each block. */
	blocks: { x: number; y: number }[];
	/** Each edge as the path of an SVG, and the middle of its label. */
	edges: { path: string; x: number; y: number }[];
}

interface LaidEdge {
	from: number;
	to: number;
	/** Of its label. */
	size: Size;
	/** Is drawn as straight as others allow. */
	hot: boolean;
}

const margin = 12;
const round = (value: number) => Math.round(value * 10) / 10;
const pathOf = line<{ x: number; y: number }>(
	({ x }) => round(x),
	({ y }) => round(y)
).curve(curveBasis);

/**
 * From a block to itself: out of its right side, past the label, and back in above. dagre leaves room for it, and its points for it are in no order.
 * @param labelX the middle of its label
 */
function turnOf({ x, y, width, height }: Size & { x: number; y: number }, labelX: number) {
	const [right, below, above] = [x + width / 2, y + height / 4, y - height / 4];
	return [
		{ x: right, y: below },
		{ x: labelX, y: below },
		{ x: labelX, y },
		{ x: labelX, y: above },
		{ x: right, y: above }
	];
}

export function layOut(sizes: readonly Size[], edges: readonly LaidEdge[]): LaidOut {
	const graph = new Graph({ multigraph: true });
	graph.setGraph({
		rankdir: 'TB',
		nodesep: 28,
		edgesep: 16,
		ranksep: 26,
		marginx: margin,
		marginy: margin
	});
	for (const [at, { width, height }] of sizes.entries()) graph.setNode(`${at}`, { width, height });
	for (const [at, { from, to, size, hot }] of edges.entries())
		graph.setEdge(`${from}`, `${to}`, { ...size, labelpos: 'c', weight: hot ? 4 : 1 }, `${at}`);
	layout(graph);
	const { width = 0, height = 0 } = graph.graph();
	return {
		width,
		height,
		blocks: sizes.map((size, at) => {
			const { x, y } = graph.node(`${at}`);
			return { x: round(x - size.width / 2), y: round(y - size.height / 2) };
		}),
		edges: edges.map(({ from, to }, at) => {
			const { points, x = 0, y = 0 } = graph.edge(`${from}`, `${to}`, `${at}`);
			const way = from === to ? turnOf(graph.node(`${from}`), x) : points;
			return { path: pathOf(way) ?? '', x: round(x), y: round(y) };
		})
	};
}
