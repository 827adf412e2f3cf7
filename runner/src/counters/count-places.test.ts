import { expect, test } from 'vitest';
import { endedWell } from '../../fixtures/measure/examples.ts';
import { recorded } from '../../fixtures/measure/recorded.ts';
import type { PlaceState } from '../measure/plan.ts';
import type { Command } from '../sandbox/command.ts';
import { stepLimits } from '../sandbox/limits.ts';
import type { Counters } from '../schema/measurement.ts';
import { countPlaces, type PlacesToCount } from './count-places.ts';
import { NoCounters } from './reader.ts';

const place = (variant: 'word' | 'bytes', failed = false): PlaceState => ({
	place: { variant, execute: { argv: [`{in}/${variant}.elf`], env: {} }, parameters: {} },
	processes: recorded(variant).map(({ rows }) => rows),
	spentMs: 80,
	done: true,
	...(failed
		? { failure: { kind: 'timeout', stage: 'measure', variant, limitMs: 10 } as const }
		: {})
});
/** Of a machine that has these counters; every event costs an iteration 2. */
const counting = (events: string[], places: PlaceState[]): PlacesToCount & { ran: Command[] } => {
	const ran: Command[] = [];
	return {
		ran,
		reader: {
			open: (event, container, core) => {
				if (!events.includes(event) || container !== 'c0ffee' || core !== 3)
					return Promise.reject(new NoCounters('This machine has no hardware counters.'));
				return Promise.resolve({
					start: () => Promise.resolve(),
					stop: () => Promise.resolve(2 * Number(ran.at(-1)?.env['CYCLELAB_COUNT'])),
					close: () => {}
				});
			}
		},
		places,
		run: (command) => Promise.resolve((ran.push(command), endedWell)),
		container: 'c0ffee',
		core: 3,
		seed: 1,
		limits: stepLimits.measure,
		budgetMs: 10_000,
		signal: new AbortController().signal
	};
};

test('every measured place is counted, in runs of about ten milliseconds', async () => {
	const events = ['instructions', 'cycles', 'branches', 'branch-misses'];
	const what = counting(
		[...events, 'cache-references', 'cache-misses'],
		[place('word'), place('bytes', true), place('bytes')]
	);
	const heard: [string, Counters][] = [];
	expect(
		await countPlaces(what, ({ variant }, counters) => heard.push([variant, counters]))
	).toBeUndefined();
	const counters = [...events, 'cache-references', 'cache-misses'].map((event) => ({
		event,
		perIteration: { median: 2, low: 2, high: 2 }
	}));
	expect(heard).toEqual([
		['word', counters],
		['bytes', counters]
	]);
	// "word" takes 0.78 ns an iteration, "bytes" 4.2 ns.
	expect([what.ran[0], what.ran[60]].map((command) => command?.env['CYCLELAB_COUNT'])).toEqual([
		String(2 ** 24),
		String(2 ** 22)
	]);
});

test('a machine without counters says so once', async () => {
	const what = counting([], [place('word'), place('bytes')]);
	const heard: string[] = [];
	expect(await countPlaces(what, ({ variant }) => heard.push(variant))).toBe(
		'This machine has no hardware counters.'
	);
	expect([heard, what.ran]).toEqual([[], []]);
});
