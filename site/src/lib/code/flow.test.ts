import { describe, expect, test } from 'vitest';
import { seeded } from '@cyclelab/contract/measure/seeded';
import type { Target } from '@cyclelab/exercises/schema';
import { byCount, flowOf, mostBlocks, tracedBranches, type Flow } from './flow.ts';

/** `0x10 1000 jne 0x4`: address, executions (or -) and text; a jump to an address of the list gets its target. */
function listed(lines: string) {
	const rows = lines
		.trim()
		.split('\n')
		.map((line) => {
			const [, address = '', count = '', text = ''] = /^\s*(\S+) (\S+) (.*)$/.exec(line) ?? [];
			return { address, text, ...(count === '-' ? {} : { count: Number(count) }) };
		});
	return rows.map((row) => {
		const [operand = ''] = /0x[\da-f]+$/.exec(row.text) ?? [];
		const isJump =
			/^(j|b|cb|loop)/.test(row.text) && rows.some(({ address }) => address === operand);
		return isJump ? { ...row, target: operand } : row;
	});
}

function flow(lines: string, target: Target = 'x86-64'): Flow {
	const found = flowOf(listed(lines), target);
	if ('tooMany' in found) throw new Error('too many blocks');
	return found;
}

const edgesOf = ({ edges }: Flow) =>
	edges.map(({ from, to, way, count }) => `${from} ${way} ${to}: ${count ?? '?'}`);

/** Sums the large values of an array: a branch in a loop. */
const branchInLoop = `
	0x00 3 xor eax, eax
	0x02 3 xor ecx, ecx
	0x04 3000 cmp dword ptr [rdi + 4*rcx], 128
	0x0b 3000 jl 0x10
	0x0d 1200 add eax, dword ptr [rdi + 4*rcx]
	0x10 3000 inc rcx
	0x13 3000 cmp rcx, rsi
	0x16 3000 jne 0x04
	0x18 3 ret
`;

describe('a loop with a branch', () => {
	const found = flow(branchInLoop);

	test('has blocks with the counts of their instructions', () => {
		expect(found.blocks.map(({ first, last, count }) => [first, last, count])).toEqual([
			[0, 1, 3],
			[2, 3, 3000],
			[4, 4, 1200],
			[5, 7, 3000],
			[8, 8, 3]
		]);
		expect(found.blocks.at(-1)?.leaving).toEqual([{ way: 'return', count: 3 }]);
		expect(found.blocks.flatMap(({ unknownEntries }) => unknownEntries ?? [])).toEqual([]);
	});

	test('has exact edges by conservation', () => {
		expect(edgesOf(found)).toEqual([
			'0 next 1: 3',
			'1 next 2: 1200',
			'1 taken 3: 1800',
			'2 next 3: 1200',
			'3 next 4: 3',
			'3 taken 1: 2997'
		]);
		expect(found.contradicts).toBe(false);
	});

	test('goes back by the edge at its end, and its hot path takes the more frequent way', () => {
		expect(found.edges.filter(({ back }) => back).map(({ from, to }) => [from, to])).toEqual([
			[3, 1]
		]);
		expect(found.edges.filter(({ hot }) => hot).map(({ from, to }) => [from, to])).toEqual([
			[0, 1],
			[1, 3],
			[3, 1]
		]);
		expect(found.blocks.map(({ hot }) => hot)).toEqual([true, true, false, true, false]);
	});

	test('gives the ways out of a block, the most executed first', () => {
		expect(byCount(found, 'from', 3).map(({ to }) => to)).toEqual([1, 4]);
		expect(byCount(found, 'to', 3).map(({ from }) => from)).toEqual([1, 2]);
	});
});

test('a call is no edge, and a block goes on behind it', () => {
	const found = flow(`
		0x00 5 push rbx
		0x01 5 call 0x200
		0x06 5 call 0x00
		0x0b 5 pop rbx
		0x0c 5 ret
	`);
	expect(found.blocks).toHaveLength(1);
	expect(found.edges).toEqual([]);
});

test('a call that does not always come back loses the difference', () => {
	const found = flow(`
		0x00 5 call 0x200
		0x06 4 ret
	`);
	expect(found.blocks[0]?.leaving).toEqual([{ way: 'lost', count: 1 }]);
	expect(edgesOf(found)).toEqual(['0 next 1: 4']);
});

test('a tail call under a condition takes its part of the block with it', () => {
	const found = flow(`
		0x00 10 test edi, edi
		0x02 10 je 0x400 <other>
		0x04 7 ret
	`);
	expect(found.blocks[0]?.leaving).toEqual([{ way: 'elsewhere', count: 3 }]);
	expect(edgesOf(found)).toEqual(['0 next 1: 7']);
});

test('a jump table goes to unknown places, whose blocks are entered as often as it is executed', () => {
	const found = flow(`
		0x00 100 cmp edi, 2
		0x02 100 ja 0x20
		0x04 90 notrack jmp qword ptr [8*rdi + 0x200538]
		0x0c 60 mov eax, 1
		0x10 60 jmp 0x22
		0x12 30 mov eax, 2
		0x16 30 jmp 0x22
		0x20 10 xor eax, eax
		0x22 100 ret
	`);
	expect(found.blocks[1]?.leaving).toEqual([{ way: 'unknown', count: 90 }]);
	expect(found.blocks.map(({ unknownEntries }) => unknownEntries?.count)).toEqual([
		undefined,
		undefined,
		60,
		30,
		undefined,
		undefined
	]);
	expect(edgesOf(found)).toEqual([
		'0 next 1: 90',
		'0 taken 4: 10',
		'2 jump 5: 60',
		'3 jump 5: 30',
		'4 next 5: 10'
	]);
});

test('where a jump table may lead to a block that other code leads to, its edges have no count', () => {
	const found = flow(`
		0x00 100 cmp edi, 2
		0x02 100 ja 0x20
		0x04 90 jmp rax
		0x0c 60 mov eax, 1
		0x20 100 xor eax, eax
		0x22 100 ret
	`);
	expect(edgesOf(found)).toEqual(['0 next 1: ?', '0 taken 3: ?', '2 next 3: 60']);
	expect(found.contradicts).toBe(false);
});

test('edges follow although two branches of different blocks lead to the same block', () => {
	const found = flow(`
		0x00 10 test edi, edi
		0x02 10 je 0x08
		0x04 5 test esi, esi
		0x06 5 je 0x10
		0x08 7 test esi, esi
		0x0a 7 je 0x10
		0x0c 4 nop
		0x10 10 ret
	`);
	expect(edgesOf(found)).toEqual([
		'0 next 1: 5',
		'0 taken 2: 5',
		'1 next 2: 2',
		'1 taken 4: 3',
		'2 next 3: 4',
		'2 taken 4: 3',
		'3 next 4: 4'
	]);
});

const guarded = (calls: number) => `
	0x00 ${calls} test rsi, rsi
	0x02 ${calls} je 0x10
	0x04 900 dec rsi
	0x06 900 jne 0x04
	0x10 ${calls} ret
`;

test('a guarded loop that one call executed was entered once', () => {
	expect(edgesOf(flow(guarded(1)))).toEqual([
		'0 next 1: 1',
		'0 taken 2: 0',
		'1 next 2: 1',
		'1 taken 1: 899'
	]);
});

test('how many of several calls entered a guarded loop does not follow, and has no number', () => {
	const found = flow(guarded(4));
	expect(edgesOf(found)).toEqual(['0 next 1: ?', '0 taken 2: ?', '1 next 2: ?', '1 taken 1: ?']);
	expect(found.contradicts).toBe(false);
});

test('a number that follows only from several equations together is found', () => {
	// The loop at 0x04 and its guard leave two ways open; what comes before and after them follows all the same.
	const found = flow(`
		0x00 9 test edi, edi
		0x01 9 je 0x20
		0x02 4 je 0x10
		0x04 900 dec rsi
		0x06 900 jne 0x04
		0x10 4 jmp 0x24
		0x20 5 nop
		0x24 9 ret
	`);
	expect(edgesOf(found).filter((edge) => !edge.includes('?'))).toEqual([
		'0 next 1: 4',
		'0 taken 4: 5',
		'3 jump 5: 4',
		'4 next 5: 5'
	]);
});

test('counts that contradict conservation give no edge a count', () => {
	const found = flow(`
		0x00 1 xor eax, eax
		0x02 9 inc eax
		0x04 9 jne 0x08
		0x06 7 nop
		0x08 8 ret
	`);
	expect(found.contradicts).toBe(true);
	expect(found.edges.every(({ count }) => count === undefined)).toBe(true);
});

test('code without counts has a graph without numbers and without a hot path', () => {
	const found = flow(branchInLoop.replaceAll(/(0x\w\w) \d+ /g, '$1 - '));
	expect(found.blocks).toHaveLength(5);
	expect(found.edges.every(({ count, hot }) => count === undefined && !hot)).toBe(true);
	expect(found.contradicts).toBe(false);
});

test('space before an aligned loop is no block', () => {
	const found = flow(`
		0x00 2 jmp 0x10
		0x02 0 nop word ptr [rax]
		0x10 20 dec edi
		0x12 20 jne 0x10
		0x14 2 ret
	`);
	expect(edgesOf(found)).toEqual(['0 jump 1: 2', '1 next 2: 2', '1 taken 1: 18']);
});

test('arm64: branches, calls and returns', () => {
	const found = flow(
		`
		0x00 2 mov x8, #0
		0x04 50 bl 0x400 <other>
		0x08 50 cbz x0, 0x10
		0x0c 20 add x8, x8, #1
		0x10 50 subs x1, x1, #1
		0x14 50 b.ne 0x04
		0x18 2 ret
	`,
		'arm64'
	);
	expect(edgesOf(found)).toEqual([
		'0 next 1: 2',
		'1 next 2: 20',
		'1 taken 3: 30',
		'2 next 3: 20',
		'3 next 4: 2',
		'3 taken 1: 48'
	]);
});

test('a function with too many blocks has only their number', () => {
	const lines = Array.from(
		{ length: 2 * mostBlocks },
		(_, i) => `0x${(100 + i).toString(16)} 1 ret`
	);
	expect(flowOf(listed(lines.join('\n')), 'x86-64')).toEqual({ tooMany: 2 * mostBlocks });
});

test('a traced branch has its shares; what did not occur is 0', () => {
	const traced = tracedBranches({
		parameters: {},
		instructions: [
			{ address: '0x0b', rates: { executed: 1, branches: 1, taken: 0.5, mispredicted: 0.25 } },
			{ address: '0x16', rates: { executed: 2, branches: 2, taken: 2 } },
			{ address: '0x10', rates: { executed: 1 } }
		]
	});
	expect([...traced]).toEqual([
		['0x0b', { taken: 0.5, mispredicted: 0.25 }],
		['0x16', { taken: 1, mispredicted: 0 }]
	]);
});

test('every count of an edge is what a random walk through random code really took', () => {
	const random = seeded(7);
	const below = (most: number) => Math.floor(random() * most);
	let found = 0;
	for (let round = 0; round < 300; round++) {
		const size = 2 + below(9);
		const jumps = Array.from({ length: size }, (_, at) =>
			at === size - 1 ? 'ret' : (['jne', 'jmp', 'nop'] as const)[below(3)]
		);
		const targets = jumps.map(() => below(size));
		const taken = new Map<string, number>();
		const counts = jumps.map(() => 0);
		const calls = 1 + below(3);
		let call = 0;
		for (let at = 0, steps = 0; call < calls && steps < 5000; steps++) {
			counts[at] = (counts[at] ?? 0) + 1;
			const jump = jumps[at];
			const to = targets[at] ?? 0;
			if (jump === 'ret') {
				call++;
				at = 0;
				continue;
			}
			const goes = jump === 'jmp' || (jump === 'jne' && random() < 0.5);
			const key = `${at} ${goes ? 'goes' : 'next'}`;
			taken.set(key, (taken.get(key) ?? 0) + 1);
			at = goes ? to : at + 1;
		}
		// A walk that does not end is no program that was counted.
		if (call < calls) continue;
		const text = jumps.map((jump, at) => {
			const operand = jump === 'ret' || jump === 'nop' ? '' : ` 0x${targets[at]?.toString(16)}`;
			return `0x${at.toString(16)} ${counts[at]} ${jump}${operand}`;
		});
		const { blocks, edges, contradicts } = flow(text.join('\n'));
		expect(contradicts).toBe(false);
		for (const { from, way, count } of edges) {
			if (count === undefined) continue;
			const key = `${blocks[from]?.last} ${way === 'next' ? 'next' : 'goes'}`;
			expect([text.join('; '), key, count]).toEqual([text.join('; '), key, taken.get(key) ?? 0]);
			found++;
		}
	}
	expect(found).toBeGreaterThan(200);
});
