/** A runner that is connected to this site process, and its public description. Pure. */
import { defined } from '@cyclelab/contract/defined';
import type { Load, RunnerDescription, ToRunner } from '@cyclelab/contract/schema/gateway';
import type { RunnerSummary } from '../../shared/schema.ts';

export type Connected = {
	description: RunnerDescription;
	state: 'ready' | 'degraded';
	reason: string | undefined;
	send: (message: ToRunner) => void;
	/** ISO 8601 times: since when it has been connected, and in this state. */
	connectedAt: string;
	stateSince: string;
	/** The load it sent last. */
	load: Load | undefined;
	/** ISO 8601 time of the newest calibration that this process received. */
	calibratedAt: string | undefined;
	/** Its active runs, by run id. */
	held: Map<string, HeldRun>;
	/** Sequence number of the last assignment of a run by this process to this runner; 0 if there was none. */
	lastGiven: number;
};

/** A runner that has just introduced itself. */
export const newlyConnected = (
	description: RunnerDescription,
	send: Connected['send']
): Connected => ({
	description,
	state: 'degraded',
	reason: `The runner ${description.id} is getting ready.`,
	send,
	connectedAt: new Date().toISOString(),
	stateSince: new Date().toISOString(),
	load: undefined,
	calibratedAt: undefined,
	held: new Map(),
	lastGiven: 0
});

/** Events of one run, from every runner that had it. */
export type Volume = { events: number; bytes: number };

export type HeldRun = {
	queue: string;
	/** Number of runners that died during it. */
	kills: number;
	since: number;
	/** Number and bytes of the events in the run's history. */
	received: Volume;
	/** Progress: no event received, the runner has begun the run, or a stage is active. */
	reached: 'nothing' | 'beginning' | 'stage';
	/** The run is over for everybody but the runner. */
	cancelled: boolean;
};

/** A runner's summary without the length of its queues, which needs the database. */
export type RunnerCard = Omit<RunnerSummary, 'waiting'>;

export function cardOf(runner: Connected): RunnerCard {
	const { description, state, reason, held, load, calibratedAt, connectedAt, stateSince } = runner;
	const { id, host, clockGHz, measures, inspects, toolchains, slots, slowSlots } = description;
	const { noiseFloor, measuredCaches, findings, startedAt } = description;
	return {
		id,
		arch: host.arch,
		microarchitecture: host.microarchitecture,
		processor: host.processor,
		...defined({ clockGHz }),
		measures,
		inspects,
		state,
		...defined({ reason }),
		connectedAt,
		stateSince,
		...defined({ startedAt, calibratedAt, noiseFloor, measuredCaches, findings, load }),
		slots,
		slowSlots,
		busy: held.size,
		host,
		toolchains
	};
}
