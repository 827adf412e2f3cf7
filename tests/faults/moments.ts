/** The moments of a run at which a fault is tried: each begins with an event that every run of new code has. Pure. */
import type { RunEvent } from '@cyclelab/contract/schema/job';

/**
 * In their order. Stages that end within 100 ms have no event, so a result is the sign that the stages before it are over:
 * `inspected` after compiling, linking and disassembling, `counted`, `predicted`.
 */
export const moments = ['compile', 'inspected', 'counted', 'predicted', 'measure'] as const;
export type Moment = (typeof moments)[number];

/** The moment that begins with the event, if one does. */
export function momentOf(event: RunEvent): Moment | undefined {
	const name = event.type === 'stage' ? event.stage : event.type;
	return moments.find((moment) => moment === name);
}
