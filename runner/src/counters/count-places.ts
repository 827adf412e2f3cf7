/** Shell: counts hardware events of every place that was measured, in the sandbox that measured it, when timing is over. */
import { measure } from '../measure/measure.ts';
import type { PlaceState, PlaceToMeasure } from '../measure/plan.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import type { Counters } from '../schema/measurement.ts';
import { countEvents } from './count-events.ts';
import { hardwareEvents } from './lines.ts';
import type { CounterReader } from './reader.ts';

export type PlacesToCount = {
	reader: Pick<CounterReader, 'open'>;
	places: readonly PlaceState[];
	run: (command: Command) => Promise<Output>;
	/** Full id of the sandbox's container, and the processor its steps run on. */
	container: string;
	core: number;
	seed: number;
	limits: Limits;
	/** For all places together, ms. A place takes one to two seconds. */
	budgetMs: number;
	signal: AbortSignal;
};

/**
 * `onCounted` hears of each place of which something was counted. Resolves to a sentence if not everything could be
 * counted. Rejects if the sandbox fails or with the signal's reason.
 */
export async function countPlaces(
	{ reader, places, container, core, budgetMs, ...how }: PlacesToCount,
	onCounted: (place: PlaceToMeasure, counters: Counters) => void
): Promise<string | undefined> {
	const endsAt = performance.now() + budgetMs;
	for (const { place, processes, failure } of places) {
		const measured = failure ? undefined : measure(processes, place.variant);
		if (!measured?.ok) continue;
		const { counters, refusal } = await countEvents({
			...how,
			events: hardwareEvents,
			open: (event) => reader.open(event, container, core),
			execute: place.execute,
			parameters: place.parameters,
			nsPerIteration: measured.measured.nsPerIteration.median,
			budgetMs: endsAt - performance.now()
		});
		if (counters.length > 0) onCounted(place, counters);
		if (refusal !== undefined) return refusal;
	}
	return undefined;
}
