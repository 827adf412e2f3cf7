/** Geometry of the sweep chart: series over the swept parameter, on shared axes. Pure; pixels out. */
import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import type { Facts } from '@cyclelab/exercises/schema';
import type { Host, Knee } from '@cyclelab/runner/schema/report';
import { machinesOf, shortName, valuesOf, type Row } from './rows.ts';
import { logDomain, logScale, logTicks } from './scale.ts';

/** Least distance between two labels of the horizontal axis. */
const tickRoomPx = 62;

export interface Box {
	width: number;
	height: number;
	top: number;
	right: number;
	bottom: number;
	left: number;
}

export interface Place {
	x: number;
	y: number;
	row: Row;
}

export interface Label {
	key: string;
	text: string;
	kind: 'documented' | 'measured';
	x: number;
	y: number;
}

/** Moves labels apart until none is nearer than `least` pixels to the next; their order stays. */
export function spread<T extends { y: number }>(labels: T[], least: number): T[] {
	const sorted = labels.toSorted((a, b) => a.y - b.y);
	let before = -Infinity;
	return sorted.map((label) => {
		const y = Math.max(label.y, before + least);
		before = y;
		return { ...label, y };
	});
}

export function sweepGeometry(facts: Facts, rows: Row[], box: Box) {
	const values = facts.sweep?.values ?? [];
	const [first = 1, last = 2] = [values[0], values.at(-1)];
	const right = box.width - box.right;
	const bottom = box.height - box.bottom;
	const x = (facts.sweep?.scale === 'linear' ? scaleLinear() : scaleLog().base(2))
		.domain([first, last])
		.range([box.left + 10, right]);
	const domain = logDomain(valuesOf(rows));
	const y = logScale(domain, [bottom, box.top]);
	const path = line<Place>(
		(place) => place.x,
		(place) => place.y
	);

	const series = facts.variants.map((variant, index) => {
		const own = rows.filter((row) => row.variant === variant.id && row.at !== undefined);
		const places = own.flatMap((row) =>
			row.measured ? [{ x: x(row.at ?? first), y: y(row.measured.median), row }] : []
		);
		const predicted = own.find((row) => row.predicted !== undefined)?.predicted;
		return {
			variant,
			index,
			places,
			path: path(places) ?? '',
			intervals: places.map(({ x, row }) => ({
				x,
				low: y(row.measured?.low ?? 1),
				high: y(row.measured?.high ?? 1)
			})),
			predicted: predicted === undefined ? undefined : y(predicted)
		};
	});

	const documented = machinesOf(facts).flatMap((machine, index) =>
		facts.variants.flatMap((variant) => {
			const places = rows
				.filter((row) => row.variant === variant.id)
				.flatMap((row): Place[] => {
					const value = row.documented.find((one) => one.machine === machine.name)?.value;
					return value === undefined ? [] : [{ x: x(row.at ?? first), y: y(value), row }];
				});
			return places.length === 0
				? []
				: [
						{ key: `${machine.id}/${variant.id}`, machine, index, places, path: path(places) ?? '' }
					];
		})
	);

	const end = (places: Place[]) => places.at(-1);
	const labels = spread(
		series.flatMap(({ variant, places }): Label[] => {
			const at = end(places);
			return at
				? [
						{
							key: variant.id,
							text: shortName(variant.label),
							kind: 'measured',
							x: at.x + 11,
							y: at.y + 4
						}
					]
				: [];
		}),
		17
	);
	const documentedLabels = spread(
		documented.flatMap(({ key, machine, places }): Label[] => {
			const at = end(places);
			return at
				? [{ key, text: shortName(machine.name), kind: 'documented', x: at.x + 11, y: at.y + 4 }]
				: [];
		}),
		17
	);

	// Only values with room for their label are labelled.
	const xTicks: { value: number; x: number }[] = [];
	for (const value of values)
		if (x(value) - (xTicks.at(-1)?.x ?? -Infinity) >= tickRoomPx)
			xTicks.push({ value, x: x(value) });
	return {
		x,
		y,
		series,
		documented,
		labels: [...labels, ...documentedLabels],
		xTicks,
		yTicks: logTicks(domain).map((value) => ({ value, y: y(value) })),
		bottom,
		right
	};
}

/** Caches within the sweep, as the system reports them: light marks, because a virtual machine may be given less. */
export function cacheMarks(
	host: Host | undefined,
	facts: Facts
): { level: number; bytes: number }[] {
	const { sweep } = facts;
	if (!host || sweep?.unit !== 'bytes') return [];
	const [low = 0, high = 0] = [sweep.values[0], sweep.values.at(-1)];
	return host.caches.filter(({ bytes }) => bytes > low && bytes < high);
}

/** Knees as bands from the last value of the lower step to the first of the upper one, with how much the cost grows. */
export function kneeBands(knees: Knee[], x: (value: number) => number) {
	return [...Map.groupBy(knees, ({ from, to }) => `${from}/${to}`)].map(([key, alike]) => {
		const [{ from, to } = { from: 1, to: 1 }] = alike;
		return { key, from: x(from), to: x(to), growth: alike.map((one) => one.after / one.before) };
	});
}
