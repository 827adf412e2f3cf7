/** What the rows of recorded and of written timelines wait for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ended } from '../../fixtures/outputs.ts';
import { loop, pathOf, targetOf, type LoopName } from '../../fixtures/predict/loops.ts';
import type { PredictedInstruction } from '@cyclelab/contract/schema/prediction';
import { readTimeline } from './mca-views.ts';
import { withWaits } from './waits.ts';

function recorded(name: LoopName, dispatchWidth: number) {
	const stdout = readFileSync(
		join(import.meta.dirname, '../../fixtures/predict', name, 'timeline.json')
	);
	const path = loop(name);
	const rows = readTimeline(ended({ stdout }), path) ?? [];
	return withWaits(rows, path.instructions, targetOf(name), { dispatchWidth });
}

type RowTimes = [dispatched: number, issued: number, executed: number, retired: number];

/** Passes of a loop, with units that each instruction occupies for a cycle. */
function written(
	texts: readonly string[],
	times: readonly RowTimes[],
	{ width = 6, units = [] }: { width?: number; units?: readonly Record<string, number>[] } = {}
) {
	const { instructions } = pathOf('x86-64', texts);
	const rows = times.map(([dispatched, issued, executed, retired], at) => ({
		pass: Math.floor(at / texts.length),
		address: `0x${(0x1000 + 4 * (at % texts.length)).toString(16)}`,
		dispatched,
		issued,
		executed,
		retired
	}));
	const costs = texts.map((_, at): PredictedInstruction => ({
		address: `0x${(0x1000 + 4 * at).toString(16)}`,
		latency: 1,
		uops: 1,
		reciprocalThroughput: 1,
		pressure: Object.entries(units[at] ?? {}).map(([resource, cycles]) => ({ resource, cycles })),
		mayLoad: false,
		mayStore: false,
		sideEffects: false
	}));
	const explained = withWaits(rows, instructions, 'x86-64', {
		dispatchWidth: width,
		instructions: costs
	});
	return explained.map(({ waits }) => waits);
}

test('in a recorded chain each turn waits for the register that the turn before wrote', () => {
	const rows = recorded('bound', 6);
	const sums = rows.flatMap((row, at) => (row.address === '0x1008' ? [{ ...row, at }] : []));
	expect(sums.slice(1).map(({ waits }) => waits?.operand)).toEqual(
		sums.slice(0, -1).map(({ at }) => ({ register: 'xmm0', row: at }))
	);
	for (const { operand } of rows.map(({ waits }) => waits ?? {}))
		if (operand) expect(rows[operand.row]).toBeDefined();
});

test('what is done early waits for the earlier row with which it retires', () => {
	for (const name of ['bound', 'free', 'arm'] as const)
		recorded(name, 6).forEach((row, at, rows) => {
			const { retire } = row.waits ?? {};
			if (retire === undefined) return;
			expect(retire).toBeLessThan(at);
			expect(rows[retire]?.retired).toBe(row.retired);
			expect(rows[retire]?.executed).toBe(row.retired - 1);
		});
});

test('on a core in order a branch waits for the flags, and nothing waits for room', () => {
	const rows = recorded('in-order', 2);
	expect(rows[2]?.waits).toEqual({ operand: { register: 'flags', row: 1 } });
	expect(rows.some(({ waits }) => waits?.dispatch)).toBe(false);
});

describe('a row of which the cycles are known', () => {
	test('waits for what wrote the source of a move that is not executed', () => {
		const [, move, add] = written(
			['imul rax, rcx', 'mov rbx, rax', 'add rbx, rdx'],
			[
				[0, 1, 4, 5],
				[0, 0, 0, 5],
				[0, 4, 5, 6]
			]
		);
		expect(move).toEqual({ retire: 0 });
		expect(add).toEqual({ operand: { register: 'rbx', row: 0 } });
	});

	test('begins its load without its other operand, which delays the result alone', () => {
		const waits = written(
			['add rax, rcx', 'add rax, qword ptr [rsi + rax]', 'sub rbx, qword ptr [rdi]'],
			[
				[0, 1, 2, 3],
				[0, 2, 7, 8],
				[0, 4, 9, 10],
				[0, 7, 8, 9],
				[0, 8, 13, 14],
				[0, 4, 10, 14]
			]
		);
		expect(waits).toEqual([
			undefined,
			{ operand: { register: 'rax', row: 0 } },
			undefined,
			{ operand: { register: 'rax', row: 1 } },
			{ operand: { register: 'rax', row: 3 } },
			{ retire: 4 }
		]);
	});

	test('waits for its unit if that was taken in the cycle before, and only then', () => {
		const texts = ['imul rax, rcx', 'imul rbx, rcx'];
		const times: RowTimes[] = [
			[0, 1, 4, 5],
			[0, 2, 5, 6]
		];
		const units = [{ Port1: 1 }, { Port1: 1 }];
		expect(written(texts, times, { units })[1]).toEqual({ units: ['Port1'] });
		expect(written(texts, times, { units: [{ Port0: 1 }, { Port1: 1 }] })[1]).toBeUndefined();
	});

	test('waits for a kind of unit only if it always needs one of that kind', () => {
		const texts = ['mov rax, rcx', 'jne 0x1000 <kernel>', 'jne 0x1000 <kernel>'];
		const times: RowTimes[] = [
			[0, 1, 2, 3],
			[0, 1, 2, 3],
			[0, 2, 3, 4]
		];
		const either = { Alu0: 0.5, Branch: 0.5 };
		expect(written(texts, times, { units: [{ Alu0: 1 }, {}, either] })[2]).toBeUndefined();
		expect(written(texts, times, { units: [{ Alu0: 1 }, { Branch: 1 }, either] })[2]).toEqual({
			units: ['Alu0', 'Branch']
		});
	});

	test('is dispatched later for the width, or for something full', () => {
		const texts = ['nop', 'nop', 'nop'];
		const times: RowTimes[] = [
			[0, 1, 2, 3],
			[0, 1, 2, 3],
			[1, 2, 3, 4]
		];
		expect(written(texts, times, { width: 2 })[2]).toEqual({ dispatch: 'width' });
		expect(written(texts, times, { width: 4 })[2]).toEqual({ dispatch: 'full' });
	});
});
