import { describe, expect, it } from 'vitest';
import { rulerOf, timelineOf } from './timeline.ts';

const loop = {
	instructions: [
		{ address: '0x10', text: 'imul rbx, rax' },
		{ address: '0x14', text: 'mov rcx, rdx' }
	]
};
const row = (pass: number, address: string, times: [number, number, number, number]) => ({
	pass,
	address,
	dispatched: times[0],
	issued: times[1],
	executed: times[2],
	retired: times[3]
});
const text = (spans: { text: string }[]) => spans.map((span) => span.text).join('');

describe('the timeline of a loop', () => {
	it('gives every cycle from dispatch to retirement the mark that llvm-mca gives it', () => {
		// Rows of a real simulation (Sapphire Rapids), with llvm-mca's own line beside each.
		const { rows } = timelineOf(
			[
				row(0, '0x10', [0, 1, 6, 7]), // DeeeeeER
				row(0, '0x10', [0, 6, 9, 10]), // D=====eeeER
				row(0, '0x10', [0, 2, 3, 13]), // D=eE---------R
				row(0, '0x14', [4, 4, 4, 9]), // D----R
				row(0, '0x14', [4, 5, 6, 6]) // De and the result, retired in its cycle (in order)
			],
			loop
		);
		expect(rows.map(({ spans }) => text(spans))).toEqual([
			'DeeeeeER',
			'D=====eeeER',
			'D=eE---------R',
			'D----R',
			'DeE'
		]);
		expect(rows[1]?.spans.map(({ mark }) => mark)).toEqual([
			'dispatched',
			'waiting',
			'executing',
			'executed',
			'retired'
		]);
		expect(rows.map(({ instruction }) => instruction).slice(2, 4)).toEqual([
			'imul rbx, rax',
			'mov rcx, rdx'
		]);
	});

	it('ends with a whole pass before it gets too wide, and has one at least', () => {
		const slow = [0, 1, 2].map((pass) =>
			row(pass, '0x10', [pass, 1, 70 * (pass + 1), 71 * (pass + 1)])
		);
		expect(timelineOf(slow, loop)).toMatchObject({ passes: 1, cycles: 72 });
		const slower = [row(0, '0x10', [0, 1, 400, 401]), row(1, '0x10', [0, 1, 402, 403])];
		expect(timelineOf(slower, loop)).toMatchObject({ passes: 1, cycles: 402 });
	});
});

it('the ruler numbers every fifth cycle at its place', () => {
	expect(rulerOf(12)).toBe('0    5    10');
});
