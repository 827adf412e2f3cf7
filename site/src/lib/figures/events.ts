/** The simulated events of a run's loops as a lesson shows them. Pure. */
import type { FigureOf } from '@cyclelab/exercises/figure';
import type { Facts } from '@cyclelab/exercises/schema';
import type { EventName, EventRates } from '@cyclelab/contract/schema/events';
import type { Report } from '@cyclelab/contract/schema/report';
import { eventsAt } from '../comparison/rows.ts';
import { eventNames } from '../code/event-rows.ts';
import { measuredAt, predictedFor } from './measured.ts';

const isEvent = (name: string): name is EventName => Object.hasOwn(eventNames, name);

/** The named events with their names in the page's tables; one that does not exist is left out, and a test finds it. */
export const eventColumns = (names: readonly string[]): { name: EventName; label: string }[] =>
	names.filter(isEvent).map((name) => ({ name, label: eventNames[name] }));

export interface EventRow {
	/** The variant, and the values of the sweep. */
	name: string;
	rates: EventRates | undefined;
	/** Cycles per iteration. */
	predicted: number | undefined;
	withEvents: number | undefined;
	measured: number | undefined;
	/** Why it has no events, or no prediction with them. */
	refusal: string | undefined;
}

/** The places whose loops were simulated, or refused; none before a run, nor of sources that the learner has edited. */
export function eventRows(
	report: Report | undefined,
	at: FigureOf<'events'>['at'],
	{ variants, sweep }: Pick<Facts, 'variants' | 'sweep'>
): EventRow[] {
	return at.flatMap(({ variant, parameters }) => {
		const row = report?.variants.find(({ id, edited }) => id === variant && !edited);
		const events = eventsAt(row, parameters);
		if (!events) return [];
		const { label = variant } = variants.find(({ id }) => id === variant) ?? {};
		const values = Object.entries(parameters).map(
			([name, value]) => `${(name === sweep?.name && sweep.label) || name} ${value}`
		);
		const { prediction } = events;
		const withEvents = prediction && 'parts' in prediction ? prediction : undefined;
		return [
			{
				name: label + (values.length > 0 ? ` (${values.join(', ')})` : ''),
				rates: events.all,
				predicted: predictedFor(report, variant)?.cyclesPerIteration,
				withEvents: withEvents?.cyclesPerIteration,
				measured: measuredAt(report, variant, parameters)?.median,
				refusal:
					events.refusal ?? (prediction && 'refusal' in prediction ? prediction.refusal : undefined)
			}
		];
	});
}
