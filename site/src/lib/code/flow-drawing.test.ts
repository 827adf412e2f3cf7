import { expect, test } from 'vitest';
import type { Target } from '@cyclelab/exercises/schema';
import { flowOf, type TracedBranch } from './flow.ts';
import { drawingOf, hasUnknown, layOut } from './flow-drawing.ts';
import { listed } from './listing.ts';
import { variantReport } from '../../../fixtures/examples.ts';

/** Rows of a listing, a line each: address, executions, text and, of a jump within it, its target. */
function drawn(lines: string, traced: [string, TracedBranch][] = [], target: Target = 'x86-64') {
	const instructions = lines
		.trim()
		.split('\n')
		.map((line) => {
			const [, address = '', count = '', text = '', to] =
				/^\s*(\S+) (\S+) (.*?)(?: -> (\S+))?$/.exec(line) ?? [];
			return {
				address,
				text,
				...(count === '-' ? {} : { count: Number(count) }),
				...(to === undefined ? {} : { target: to })
			};
		});
	const shown = { symbol: 'kernel', address: '0x0', instructions };
	const rows = listed(shown, variantReport('a', { functions: [shown] }), undefined);
	const flow = flowOf(rows, target);
	if ('tooMany' in flow) throw new Error('too many blocks');
	return { flow, drawing: drawingOf(flow, rows, new Map(traced)) };
}

const guardedLoop = `
	0x0 4 test rsi, rsi
	0x2 4 je 0x10 -> 0x10
	0x4 900 dec rsi
	0x6 900 jne 0x4 -> 0x4
	0x10 4 ret
`;

test('blocks have their instructions, counts and notes; edges that do not follow are unknown', () => {
	const { flow, drawing } = drawn(guardedLoop);
	expect(
		drawing.blocks.map(({ name, count, lines, notes }) => [name, count, lines, notes])
	).toEqual([
		['1', '4×', ['test rsi, rsi', 'je .L2'], []],
		['2 · .L1', '900×', ['dec rsi', 'jne .L1'], []],
		['3 · .L2', '4×', ['ret'], ['leaves the function']]
	]);
	expect(drawing.edges.map(({ label }) => label)).toEqual([
		'unknown',
		'taken unknown',
		'unknown',
		'↺ taken unknown'
	]);
	expect(hasUnknown(flow)).toBe(true);
});

test('where the traced run has the branch, its share stands on the edge and its mispredictions in the block', () => {
	const { drawing } = drawn(guardedLoop, [['0x6', { taken: 0.996, mispredicted: 0.004 }]]);
	expect(drawing.blocks[1]?.notes).toEqual(['mispredicted 0.4 %']);
	expect(drawing.edges.map(({ label }) => label).slice(2)).toEqual([
		'≈ 0.4 % in the trace',
		'↺ taken ≈ 99.6 % in the trace'
	]);
	expect(drawing.blocks[1]?.description).toBe(
		'Block 2 · .L1, executed 900×, on the hot path, mispredicted 0.4 %, to Block 2 · .L1: ↺ taken ≈ 99.6 % in the trace, to Block 3 · .L2: ≈ 0.4 % in the trace. dec rsi; jne .L1'
	);
});

test('a share of mispredictions that rounds to nothing is not 0', () => {
	const { drawing } = drawn(guardedLoop, [['0x6', { taken: 1, mispredicted: 0.00003 }]]);
	expect(drawing.blocks[1]?.notes).toEqual(['mispredicted under 0.1 %']);
});

test('a long block is shortened to its ends, a long instruction in its middle', () => {
	const name = 'a_function_with_a_long_name_in_a_namespace_and_more';
	const { drawing } = drawn(
		[
			...Array.from({ length: 9 }, (_, i) => `0x${i} 2 inc eax`),
			`0x9 2 call ${name}`,
			'0xa 2 ret'
		].join('\n')
	);
	expect(drawing.blocks[0]?.lines).toEqual([
		'inc eax',
		'inc eax',
		'inc eax',
		'… 5 more',
		'inc eax',
		'call a_function_with_a_lo…mespace_and_more',
		'ret'
	]);
});

test('a jump table’s blocks are entered from an unknown place; a block that other edges lead to, perhaps', () => {
	const { drawing } = drawn(`
		0x0 100 ja 0x20 -> 0x20
		0x2 90 jmp rax
		0x4 60 inc eax
		0x6 60 jmp 0x22 -> 0x22
		0x8 0 dec eax
		0x20 40 dec eax
		0x22 100 ret
	`);
	expect(drawing.blocks.map(({ notes }) => notes)).toEqual([
		['perhaps entered from an unknown place'],
		['perhaps entered from an unknown place', 'jumps to an unknown place, 90×'],
		['entered from an unknown place, 60×'],
		[],
		['perhaps entered from an unknown place'],
		['leaves the function']
	]);
});

test('code that was not counted has no numbers', () => {
	const { flow, drawing } = drawn(guardedLoop.replaceAll(/(0x\w+) \d+ /g, '$1 - '));
	expect(drawing.blocks.map(({ count }) => count)).toEqual(['', '', '']);
	expect(drawing.edges.map(({ label }) => label)).toEqual(['', 'taken', '', '↺ taken']);
	expect(hasUnknown(flow)).toBe(false);
});

test('a layout has every block in its place, from the entry downwards, and none over another', () => {
	const { flow, drawing } = drawn(guardedLoop);
	const { width, height, blocks, edges } = layOut(
		drawing.blocks,
		flow.edges.map((edge, at) => ({
			...edge,
			size: drawing.edges[at]?.size ?? { width: 0, height: 0 }
		}))
	);
	const ends = blocks.map(({ x, y }, at) => ({
		right: x + (drawing.blocks[at]?.width ?? NaN),
		below: y + (drawing.blocks[at]?.height ?? NaN)
	}));
	expect(blocks.every(({ x, y }) => x >= 0 && y >= 0)).toBe(true);
	expect(ends.every(({ right, below }) => right <= width && below <= height)).toBe(true);
	expect(blocks.map(({ y }) => y)).toEqual(blocks.map(({ y }) => y).toSorted((a, b) => a - b));
	expect(blocks[1]?.y).toBeGreaterThan(ends[0]?.below ?? NaN);
	expect(edges.map(({ path }) => /^M[\d.]+,[\d.]+L/.test(path))).toEqual(edges.map(() => true));
	// The loop of one block leaves it at its right side, and comes back there.
	const own = flow.edges.findIndex(({ from, to }) => from === to);
	const at = flow.edges[own]?.from ?? -1;
	const xs = [...(edges[own]?.path ?? '').matchAll(/([\d.]+),[\d.]+/g)].map(([, x]) => Number(x));
	expect([xs[0], xs.at(-1)]).toEqual([ends[at]?.right, ends[at]?.right]);
	expect(Math.max(...xs)).toBe(edges[own]?.x);
	expect(Math.min(...xs)).toBe(ends[at]?.right);
});
