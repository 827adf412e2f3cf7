/** Simulated events as a report has them: per iteration of the source's loop. Pure. */
import { hexadecimal, type Decoded } from '../inspect/listing.ts';
import {
	mostEventful,
	type EventName,
	type EventRates,
	type PlaceEvents
} from '@cyclelab/contract/schema/events';
import type { Simulated } from './simulate.ts';
import type { Tally } from './tally.ts';

/** Rarer than once in a million iterations: what the begin and the end of a call did. */
const rarest = 1e-6;

export function ratesOf(tally: Tally, iterations: number): EventRates {
	const rates: EventRates = {};
	for (const name of Object.keys(tally) as EventName[]) {
		const rate = tally[name] / iterations;
		if (rate >= rarest) rates[name] = rate;
	}
	return rates;
}

/** Of `instructions`, which the hot loop has, and of those with the most loads, stores and branches beside them. */
export function placeRates(
	{ passes, all, instructions, throughMemory }: Simulated,
	sourceIterations: number,
	loop: readonly Pick<Decoded, 'address'>[]
): Pick<PlaceEvents, 'iterations' | 'all' | 'instructions' | 'throughMemory'> {
	const iterations = passes * sourceIterations;
	const inLoop = new Set(loop.map(({ address }) => address));
	const weight = ([address, tally]: [number, Tally]) =>
		(inLoop.has(address) ? 1e15 : 0) + tally.loads + tally.stores + tally.branches;
	const shown = [...instructions]
		.filter(([, { loads, stores, branches, indirect }]) => loads + stores + branches + indirect > 0)
		.sort((a, b) => weight(b) - weight(a))
		.slice(0, mostEventful)
		.sort(([a], [b]) => a - b);
	return {
		iterations,
		all: ratesOf(all, iterations),
		instructions: shown.map(([address, tally]) => ({
			address: hexadecimal(address),
			rates: ratesOf(tally, iterations)
		})),
		throughMemory: throughMemory
			.filter(({ load }) => inLoop.has(load))
			.slice(0, mostEventful)
			.map(({ load, store, passes: later }) => ({
				load: hexadecimal(load),
				store: hexadecimal(store),
				passes: later
			}))
	};
}
