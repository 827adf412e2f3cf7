/** The raw samples that a run's events carry, so that its report can always be shared. Pure. */
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';

/**
 * Of all places of a run together. A sample is some 150 bytes of JSON, and reports of 2 MiB are kept at most
 * (`keptReportBytes`); a noisy run of the exercise with the most places attempts more than 20,000.
 */
const samplesOfRun = 7000;

/**
 * The event with at most this run's share of samples for a place: as many of each part of the measurement, in their order.
 * Its figures are those of all samples, and say how many there were.
 */
export function withFewerSamples(
	event: RunEvent,
	{ variants, values }: Pick<Job, 'variants' | 'values'>
): RunEvent {
	if (event.type !== 'point' || !event.point.measured) return event;
	const { point } = event;
	const { measured } = event.point;
	const most = Math.floor(samplesOfRun / Math.max(1, variants.length * Math.max(1, values.length)));
	const { raw } = measured;
	if (raw.length <= most) return event;
	const kept = raw.filter(
		(_, at) => Math.floor((at * most) / raw.length) !== Math.floor(((at - 1) * most) / raw.length)
	);
	return { ...event, point: { ...point, measured: { ...measured, raw: kept } } };
}
