import { defined } from '@cyclelab/contract/defined';
import type { Waits } from '@cyclelab/contract/schema/prediction';
import { expect, test } from 'vitest';
import { timelineOf, causesOf, whyOf } from './timeline.ts';

const loop = {
	instructions: [
		{ address: '0x10', text: 'imul rbx, rax' },
		{ address: '0x14', text: 'add rcx, rbx' }
	]
};

type Times = [dispatched: number, issued: number, executed: number, retired: number];

/** Two passes of the loop, of which the last row has these cycles and reasons. */
function rowsWith([dispatched, issued, executed, retired]: Times, waits?: Waits) {
	const row = (pass: number, address: string, cycle: number) => ({
		pass,
		address,
		dispatched: cycle,
		issued: cycle + 1,
		executed: cycle + 4,
		retired: cycle + 5
	});
	const last = { pass: 1, address: '0x14', dispatched, issued, executed, retired };
	const all = [row(0, '0x10', 0), row(0, '0x14', 0), row(1, '0x10', 1)];
	return timelineOf([...all, { ...last, ...defined({ waits }) }], loop).rows;
}
const why = (times: Times, waits?: Waits) => whyOf(rowsWith(times, waits), 3, 6);

test.each<[string, Times, Waits, string]>([
	[
		'an operand',
		[1, 5, 6, 7],
		{ operand: { register: 'rbx', row: 2 } },
		'It waits for rbx, which imul rbx, rax of pass 2 writes, and begins in cycle 5.'
	],
	[
		'the flags',
		[1, 5, 6, 7],
		{ operand: { register: 'flags', row: 0 } },
		'It waits for the flags, which imul rbx, rax of pass 1 writes'
	],
	[
		'one unit',
		[1, 5, 6, 7],
		{ units: ['SPRPort01'] },
		'It waits for a unit, SPRPort01, which is taken in cycle 4, and begins in cycle 5.'
	],
	[
		'one of several units',
		[1, 5, 6, 7],
		{ units: ['Zn4ALU0', 'Zn4ALU1'] },
		'since all that can execute it are taken in cycle 4 (Zn4ALU0, Zn4ALU1), and begins in cycle 5.'
	],
	[
		'an earlier access',
		[1, 5, 6, 7],
		{ after: 1 },
		'A store, it begins no earlier than add rcx, rbx of pass 1: in cycle 5.'
	],
	[
		'the dispatch width',
		[2, 3, 4, 5],
		{ dispatch: 'width' },
		'dispatched in cycle 2, since the instructions before it filled the dispatch width, 6 µops, of cycle 1.'
	],
	[
		'room',
		[2, 3, 4, 5],
		{ dispatch: 'full' },
		'dispatched in cycle 2, since a queue, the reorder buffer or the registers had no room before.'
	],
	[
		'retirement',
		[1, 2, 3, 9],
		{ retire: 2 },
		'Done in cycle 3, it retires in cycle 9, no earlier than imul rbx, rax of pass 2, which comes before it.'
	]
])('%s is named, with its cycle', (_, times, waits, sentence) => {
	expect(why(times, waits)).toContain(sentence);
});

test('what waits for nothing, is not executed, or has no known reason is stated', () => {
	expect(why([1, 2, 3, 4])).toBe(
		'add rcx, rbx (pass 2): dispatched in cycle 1. It waits for nothing and begins in cycle 2. It retires in cycle 4.'
	);
	expect(why([1, 1, 1, 4])).toContain('It needs no execution.');
	expect(why([1, 5, 6, 7])).toContain(
		'It begins in cycle 5. These cycles do not show what it waits for.'
	);
});

test('the rows that a row waits for are those that its sentence names', () => {
	const rows = rowsWith([1, 5, 6, 9], { operand: { register: 'rbx', row: 2 }, retire: 1 });
	expect(rows.map(causesOf)).toEqual([[], [], [], [2, 1]]);
});
