import { expect, test } from 'vitest';
import { loadLines, textOf } from './form-trials.ts';
import { figuresOf, type TrialTime } from './trial-figures.ts';

const first = '2026-01-02T03:04:05.000Z';
const second = '2026-01-03T03:04:05.000Z';
const time = (median: number, half: number, at: string): TrialTime => ({
	cycles: { median, low: median - half, high: median + half },
	at
});
const stream = (line: string, instances: number) => ({ lines: [line], instances });

test('figures are the trials’ times for one instance, less those of bridges, with the time of the oldest', () => {
	const times = new Map([
		['width', time(1, 0.08, second)],
		[textOf(loadLines), time(4, 0.1, second)],
		['chain', time(3, 0.06, second)],
		['stream', time(2, 0.16, second)],
		['cmovb rax, rcx', time(1, 0.08, first)]
	]);
	const found = figuresOf(
		[
			{ form: 'nop', stream: stream('width', 8) },
			{
				form: 'cmp r64, r64',
				chain: { ...stream('chain', 2), less: { select: 1 } },
				stream: stream('stream', 8)
			},
			{ form: 'mov r32, i', chain: { ...stream('', 0), less: {} }, stream: stream('width', 8) },
			{ form: 'x', stream: stream('absent', 1) }
		],
		times
	);
	const throughput = { median: 0.125, low: 0.115, high: 0.135 };
	expect(found?.slot).toBe(0.125);
	expect(found?.load).toBe(4);
	expect([...(found?.forms.values() ?? [])]).toEqual([
		{ form: 'nop', throughput, at: second },
		{
			form: 'cmp r64, r64',
			throughput: { median: 0.25, low: expect.closeTo(0.23, 9), high: expect.closeTo(0.27, 9) },
			// (3 - 1) / 2, and the root of 0.06² + 0.08² divided by 2.
			latency: { median: 1, low: expect.closeTo(0.95, 9), high: expect.closeTo(1.05, 9) },
			at: first
		},
		{ form: 'mov r32, i', throughput, latency: { median: 0, low: 0, high: 0 }, at: second }
	]);
});

test('a bridge that is part of a chain twice adds its time, and without its time there is no latency', () => {
	const chain = { ...stream('chain', 1), less: { flags: 1, select: -1 } };
	const trial = { form: 'setb r8', chain, stream: stream('width', 1) };
	const times = new Map([
		['width', time(1, 0, first)],
		[textOf(loadLines), time(4, 0, first)],
		['chain', time(2, 0, first)],
		['test rax, rax\ncmovb rax, rcx', time(2, 0, first)]
	]);
	expect(figuresOf([trial], times)?.forms.get('setb r8')).not.toHaveProperty('latency');
	times.set('cmovb rax, rcx', time(1, 0.5, first));
	expect(figuresOf([trial], times)?.forms.get('setb r8')?.latency).toEqual({
		median: 1,
		low: 0.5,
		high: 1.5
	});
});

test('without the time of a load there are no figures', () => {
	expect(
		figuresOf(
			[{ form: 'nop', stream: stream('width', 1) }],
			new Map([['width', time(1, 0, first)]])
		)
	).toBeUndefined();
});
