/** How far predictions without and with events are from what was measured. Pure. */
import { createHash } from 'node:crypto';
import { defined } from '@cyclelab/contract/defined';
import type { PredictionWithEvents } from '@cyclelab/contract/schema/events';
import type { Report } from '@cyclelab/contract/schema/report';
import { sameParameters } from '@cyclelab/contract/measure/place';
import { beyondEvents } from '../../../site/src/lib/code/event-rows.ts';
import type { Table } from '../section.ts';

/** A measured place: cycles per iteration. */
export type Place = {
	slug: string;
	variant: string;
	parameters: Record<string, string | number>;
	/** Whether the exercise takes several cores. */
	several: boolean;
	measured: number;
	predicted?: number;
	withEvents?: number;
	/** The kind of events that adds most; absent if none adds anything. */
	event?: string;
	/** Why there is no prediction with events. */
	reason?: string;
	/** What the loop has that can take another time than its events: sentences. */
	causes?: string[];
};

/** The measured places of a report that llvm-mca has a prediction of. */
export function placesOf(
	slug: string,
	several: boolean,
	{ variants }: Pick<Report, 'variants'>
): Place[] {
	return variants.flatMap(({ id, hotLoop, points, predictions, events = [] }) =>
		points.flatMap(({ parameters, measured }): Place[] => {
			const predicted = predictions.find(({ host, noalias }) => host && noalias);
			if (!measured || measured.modes.length > 1) return [];
			const simulated = events.find((event) => sameParameters(event.parameters, parameters));
			const prediction = simulated?.prediction;
			return [
				{
					slug,
					variant: id,
					parameters,
					several,
					measured: measured.cyclesPerIteration.median,
					...(predicted && { predicted: predicted.cyclesPerIteration }),
					...(prediction && 'parts' in prediction
						? {
								withEvents: prediction.cyclesPerIteration,
								causes: beyondEvents(hotLoop, simulated ?? {}),
								...defined({ event: largestOf(prediction) })
							}
						: { reason: prediction?.refusal ?? simulated?.refusal ?? 'not simulated' })
				}
			];
		})
	);
}

const largestOf = ({ parts: { core: _, ...kinds } }: PredictionWithEvents): string | undefined =>
	Object.entries(kinds).sort(([, a = 0], [, b = 0]) => Math.abs(b) - Math.abs(a))[0]?.[0];

/** Exercises are halved by their slug, so that a rule made with one half is judged by the other. */
export const isOdd = (slug: string): boolean =>
	(createHash('sha256').update(slug).digest()[0] ?? 0) % 2 === 1;

/** A prediction within this part of the measurement is near. */
const near = 0.1;

const errorsOf = (places: readonly Place[], of: 'predicted' | 'withEvents') =>
	places.flatMap((place) => {
		const value = place[of];
		return value === undefined ? [] : [Math.abs(value - place.measured) / place.measured];
	});

const percent = (value: number) => `${(100 * value).toFixed(1)} %`;

function scored(places: readonly Place[], of: 'predicted' | 'withEvents'): string[] {
	const errors = errorsOf(places, of);
	if (errors.length === 0) return ['0', '', ''];
	const within = errors.filter((error) => error <= near).length / errors.length;
	const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
	return [String(errors.length), percent(within), percent(mean)];
}

/** By halves and by cores; the last columns are of the places that have both predictions. */
export function scoreTable(places: readonly Place[]): Table {
	const groups: [string, (place: Place) => boolean][] = [
		['all', () => true],
		['one core', ({ several }) => !several],
		['one core, odd', ({ several, slug }) => !several && isOdd(slug)],
		['one core, even', ({ several, slug }) => !several && !isOdd(slug)]
	];
	return {
		headings: [
			'places',
			'llvm-mca',
			'within 10 %',
			'mean error',
			'with events',
			'within 10 %',
			'mean error',
			'llvm-mca there',
			'within 10 %',
			'mean error'
		],
		rows: groups.map(([name, isIn]) => {
			const group = places.filter(isIn);
			const both = group.filter(
				({ predicted, withEvents }) => predicted !== undefined && withEvents !== undefined
			);
			return [
				name,
				...scored(group, 'predicted'),
				...scored(group, 'withEvents'),
				...scored(both, 'predicted')
			];
		})
	};
}

/** The event that adds most, and of a place beyond a tenth what no event has; or why there is no prediction. */
function explained({ event, reason, causes = [], withEvents, measured }: Place): string {
	if (withEvents === undefined) return reason ?? '';
	if (Math.abs(withEvents - measured) <= near * measured) return event ?? 'no event costs anything';
	const others = causes.length > 0 ? causes.join(' ') : 'The reason is not known.';
	return event === undefined ? others : `${event}; beyond it: ${others}`;
}

/** Each place: both predictions, the measurement, and what explains them. */
export function placeTable(places: readonly Place[]): Table {
	const error = (value: number | undefined, { measured }: Place) =>
		value === undefined ? '' : percent((value - measured) / measured);
	const number = (value: number | undefined) => (value === undefined ? '' : value.toFixed(2));
	return {
		headings: ['place', 'half', 'llvm-mca', 'with events', 'measured', 'error', 'error', 'event'],
		rows: places.map((place) => {
			const { slug, variant, parameters, predicted, withEvents, measured } = place;
			return [
				[slug, variant, ...Object.values(parameters)].join(' '),
				isOdd(slug) ? 'odd' : 'even',
				number(predicted),
				number(withEvents),
				number(measured),
				error(predicted, place),
				error(withEvents, place),
				explained(place)
			];
		})
	};
}

/** When the parts of a run came, seconds after its begin. */
export type RunTimes = {
	slug: string;
	/** The first measured place; absent if nothing was measured. */
	first?: number;
	/** The last event before the first place was simulated: events of places come behind everything else. */
	before: number;
	end: number;
	/** Places that were simulated. */
	places: number;
};

/** What events add to a run: tracing and simulating its places, beside everything before that. */
export function costTable(runs: readonly RunTimes[]): Table {
	const seconds = (value: number | undefined) =>
		value === undefined ? '' : `${value.toFixed(1)} s`;
	return {
		headings: [
			'run',
			'first number',
			'all but events',
			'events',
			'places',
			'events beside the rest'
		],
		rows: runs.map(({ slug, first, before, end, places }) => [
			slug,
			seconds(first),
			seconds(before),
			seconds(end - before),
			String(places),
			percent((end - before) / before)
		])
	};
}

/** How many places lack a prediction with events, by reason, most first. */
export function reasonTable(places: readonly Place[]): Table {
	const byReason = Map.groupBy(places, ({ reason }) => reason);
	return {
		headings: ['no prediction with events', 'places'],
		rows: [...byReason]
			.flatMap(([reason, all]) => (reason === undefined ? [] : [[reason, String(all.length)]]))
			.sort(([, a], [, b]) => Number(b) - Number(a))
	};
}
