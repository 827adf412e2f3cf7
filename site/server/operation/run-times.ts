/** The durations of a run's parts, from its events and their times. Pure. */
import type { RunEvent } from '@cyclelab/contract/schema/job';

/** Times of a run's progress, ms of one clock. */
export type Timing = {
	/** It left the queue for a runner of this process. */
	takenAt: number;
	/** The runner's first event. */
	startedAt?: number;
	/** The last assembly, counts or predictions. */
	inspectedAt?: number;
	/** The run got the measuring core. */
	measuringAt?: number;
	/** The last measured point. */
	measuredAt?: number;
};

/** Durations of an ended run; parts that did not happen are absent. */
export type RunTimes = {
	/** From leaving the queue to the runner's first event, ms. */
	pickUpMs?: number;
	/** From there until all assembly, counts and predictions were known, ms. */
	inspectMs?: number;
	/** From there to its turn on the measuring core, ms: building, and waiting for the core. */
	toCoreMs?: number;
	/** From its turn to the last point, ms. */
	measureMs?: number;
};

export const taken = (at: number): Timing => ({ takenAt: at });

export function afterEvent(timing: Timing, event: RunEvent, at: number): Timing {
	switch (event.type) {
		case 'started':
			return { ...timing, startedAt: timing.startedAt ?? at };
		case 'inspected':
		case 'counted':
		case 'predicted':
			return { ...timing, inspectedAt: at };
		case 'stage':
			return event.stage === 'measure' && event.notice === undefined
				? { ...timing, measuringAt: timing.measuringAt ?? at }
				: timing;
		case 'point':
			return { ...timing, measuredAt: at };
		default:
			return timing;
	}
}

export function timesOf(timing: Timing): RunTimes {
	const { takenAt, startedAt, inspectedAt, measuringAt, measuredAt } = timing;
	return {
		...between('pickUpMs', takenAt, startedAt),
		...between('inspectMs', startedAt, inspectedAt),
		...between('toCoreMs', startedAt, measuringAt),
		...between('measureMs', measuringAt, measuredAt)
	};
}

const between = (name: keyof RunTimes, from: number | undefined, to: number | undefined) =>
	from === undefined || to === undefined ? {} : { [name]: to - from };
