/**
 * Shell: counts what one iteration of a built program costs in events, in runs of their own: never while timing, one event
 * at a time. Per iteration is the slope between runs of n and 2n iterations, so that starting and setting up cancel.
 */
import type { Parameters } from '@cyclelab/exercises/schema';
import { medianInterval } from '../measure/statistics.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import type { Interval } from '../schema/measurement.ts';
import { countingEnv } from '../toolchains/toolchain.ts';
import { NoCounters, type Counter } from './reader.ts';

export type ToCount<Event> = {
	/** The events, in order of importance (`hardwareEvents`). */
	events: readonly Event[];
	open: (event: Event) => Promise<Counter>;
	run: (command: Command) => Promise<Output>;
	/** How the program is executed (`Toolchain.execute`). */
	execute: Pick<Command, 'argv' | 'env' | 'uses'>;
	parameters: Parameters;
	seed: number;
	limits: Limits;
	/** As measured; the runs are sized by it. */
	nsPerIteration: number;
	/** No further event is begun after it, ms. */
	budgetMs: number;
	signal: AbortSignal;
};

/** `refusal`: why an event, and all after it, were not counted. A sentence. */
export type Counted<Event> = {
	counters: { event: Event; perIteration: Interval }[];
	refusal?: string;
};

/** Of the shorter run, ms: long beside what a step takes to start. */
const runMs = 10;
/** Slopes for each event. */
const repeats = 5;

/** Rejects if the sandbox fails or with the signal's reason. */
export async function countEvents<Event>(what: ToCount<Event>): Promise<Counted<Event>> {
	const began = performance.now();
	const counters: Counted<Event>['counters'] = [];
	const iterations = lengthFor(what.nsPerIteration);
	for (const event of what.events) {
		if (performance.now() - began > what.budgetMs)
			return { counters, refusal: 'There was no time left to count more events.' };
		try {
			counters.push({ event, perIteration: await slopes(what, event, iterations) });
		} catch (cause) {
			if (!(cause instanceof NoCounters)) throw cause;
			return { counters, refusal: cause.message };
		}
	}
	return { counters };
}

/** A power of two, as the timed runs have, so that no remainder loop spoils the slope. */
export function lengthFor(nsPerIteration: number): number {
	return 2 ** Math.max(0, Math.ceil(Math.log2((runMs * 1e6) / nsPerIteration)));
}

async function slopes<Event>(
	what: ToCount<Event>,
	event: Event,
	iterations: number
): Promise<Interval> {
	const counter = await what.open(event);
	const count = async (length: number) => {
		what.signal.throwIfAborted();
		const { execute, seed, parameters, limits } = what;
		const asked = { iterations: length, seed, parameters };
		const env = { ...execute.env, ...countingEnv(asked) };
		await counter.start();
		const { exit } = await what.run({ ...execute, env, limits });
		const events = await counter.stop();
		what.signal.throwIfAborted();
		if (exit.code !== 0) throw new NoCounters('The program did not end well while it was counted.');
		return events;
	};
	try {
		const found: number[] = [];
		for (let i = 0; i < repeats; i++)
			found.push((-(await count(iterations)) + (await count(2 * iterations))) / iterations);
		return medianInterval([found]);
	} finally {
		counter.close();
	}
}
