import { expect, test } from 'vitest';
import type { Command } from '../sandbox/command.ts';
import { endedWell } from '../../fixtures/measure/examples.ts';
import { stepLimits } from '../sandbox/limits.ts';
import { countEvents, lengthFor, type ToCount } from './count-events.ts';
import { NoCounters } from './reader.ts';

/** A machine on which starting costs 1000 of each event and an iteration costs `costs[event]`. */
function machine(costs: Record<string, number>) {
	const commands: Command[] = [];
	let counted = 0;
	const asked: ToCount<string> = {
		events: Object.keys(costs),
		open: (event) => {
			const cost = costs[event] ?? NaN;
			if (Number.isNaN(cost)) return Promise.reject(new NoCounters(`No ${event} here.`));
			return Promise.resolve({
				start: () => Promise.resolve(void (counted = 1000)),
				stop: () =>
					Promise.resolve(counted + cost * Number(commands.at(-1)?.env['CYCLELAB_COUNT'])),
				close: () => {}
			});
		},
		run: (command) => Promise.resolve((commands.push(command), endedWell)),
		execute: { argv: ['{in}/a.elf'], env: { OWN: 'kept' }, uses: ['a.elf'] },
		parameters: { 'working-set': 64 },
		seed: 3,
		limits: stepLimits.measure,
		nsPerIteration: 1,
		budgetMs: 1000,
		signal: new AbortController().signal
	};
	return { asked, commands };
}

test('an event costs an iteration what the longer run had more', async () => {
	const { asked, commands } = machine({ instructions: 3, 'branch-misses': 0.25 });
	expect(await countEvents(asked)).toEqual({
		counters: [
			{ event: 'instructions', perIteration: { median: 3, low: 3, high: 3 } },
			{ event: 'branch-misses', perIteration: { median: 0.25, low: 0.25, high: 0.25 } }
		]
	});
	expect(commands).toHaveLength(20);
	expect(commands[1]).toEqual({
		argv: ['{in}/a.elf'],
		env: {
			OWN: 'kept',
			CYCLELAB_MODE: 'count',
			CYCLELAB_COUNT: String(2 ** 25),
			CYCLELAB_SEED: '3',
			CYCLELAB_P_working_set: '64'
		},
		uses: ['a.elf'],
		limits: stepLimits.measure
	});
});

test('runs take ten milliseconds or a little more, and one iteration at least', () => {
	expect([0.25, 1, 3, 1e9].map(lengthFor)).toEqual([2 ** 26, 2 ** 24, 2 ** 22, 1]);
});

test('an event that cannot be counted ends the counting with a sentence', async () => {
	const { asked } = machine({ instructions: 3, cycles: NaN, branches: 1 });
	expect(await countEvents(asked)).toEqual({
		counters: [{ event: 'instructions', perIteration: { median: 3, low: 3, high: 3 } }],
		refusal: 'No cycles here.'
	});
});

test('a program that crashes while it is counted is not counted', async () => {
	const { asked } = machine({ instructions: 3 });
	const run = () => Promise.resolve({ ...endedWell, exit: { signal: 'SIGSEGV' } });
	expect(await countEvents({ ...asked, run })).toEqual({
		counters: [],
		refusal: 'The program did not end well while it was counted.'
	});
});

test('nothing more is begun when the time is over', async () => {
	const { asked } = machine({ instructions: 3 });
	expect(await countEvents({ ...asked, budgetMs: -1 })).toEqual({
		counters: [],
		refusal: 'There was no time left to count more events.'
	});
});

test('counting ends when the job is aborted', async () => {
	const { asked } = machine({ instructions: 3 });
	const signal = AbortSignal.abort(new Error('cancelled'));
	await expect(countEvents({ ...asked, signal })).rejects.toThrow('cancelled');
});
