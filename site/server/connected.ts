/** A runner that is connected to this site process, and what everybody may know of it. Pure. */
import type { Load, RunnerDescription, ToRunner } from '@cyclelab/runner/schema/gateway';
import type { Taken } from './queue.ts';
import type { Said } from './said.ts';
import type { RunnerSummary } from './schema.ts';

export type Connected = {
	description: RunnerDescription;
	state: 'ready' | 'degraded';
	reason: string | undefined;
	send: (message: ToRunner) => void;
	/** ISO 8601: since when it is connected, and in this state. */
	connectedAt: string;
	stateSince: string;
	/** As it told last. */
	load: Load | undefined;
	/** ISO 8601 time of its newest calibration that this process heard of. */
	calibratedAt: string | undefined;
	/** What it works on, by run. */
	held: Map<string, Held>;
	/** Its place among all gifts of runs by this process; 0 if it never got one. */
	lastGiven: number;
};

export type Held = {
	taken: Taken;
	kills: number;
	since: number;
	/** Of its run: all that is in its history. */
	said: Said;
	/** How far it is: nothing was said of it, its runner has begun it, or does something with it. */
	reached: 'nothing' | 'beginning' | 'stage';
	/** It is over for everybody but the runner. */
	cancelled: boolean;
};

/** What a site process knows of a runner without looking at the lines. */
export type RunnerCard = Omit<RunnerSummary, 'waiting'>;

export function cardOf(runner: Connected): RunnerCard {
	const { description, state, reason, held, load, calibratedAt, connectedAt, stateSince } = runner;
	const { id, host, clockGHz, measures, inspects, toolchains, slots, slowSlots } = description;
	const { noiseFloor, measuredCaches, startedAt } = description;
	return {
		id,
		arch: host.arch,
		microarchitecture: host.microarchitecture,
		processor: host.processor,
		...(clockGHz === undefined ? {} : { clockGHz }),
		measures,
		inspects,
		state,
		...(reason === undefined ? {} : { reason }),
		...{ connectedAt, stateSince },
		...(startedAt === undefined ? {} : { startedAt }),
		...(calibratedAt === undefined ? {} : { calibratedAt }),
		...(noiseFloor ? { noiseFloor } : {}),
		...(measuredCaches ? { measuredCaches } : {}),
		...(load ? { load } : {}),
		slots,
		slowSlots,
		busy: held.size,
		host,
		toolchains
	};
}
