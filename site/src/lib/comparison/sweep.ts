/** Geometry of the sweep chart: series over the swept parameter, on shared axes. Pure; pixels out. */
import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import type { Facts } from '@cyclelab/exercises/schema';
import type { Host } from '@cyclelab/contract/schema/host';
import type { Knee } from '@cyclelab/contract/schema/measurement';
import { figuresFrom, sourcesOf } from './figures.ts';
import { shortName, number, parameter, plusMinus } from '../ui/format.ts';
import { valuesOf, type Row, speedsText } from './rows.ts';
import { axisOf } from './scale.ts';
import { axisWish } from './sheets.ts';
import { labelParts } from '../run/language-facts.ts';

/** Least distance between two labels of the horizontal axis. */
const tickRoomPx = 62;
/** Values nearer than this cannot be distinguished; all values then have equal distances. */
const nearestPx = 4;

export interface Box {
	width: number;
	height: number;
	top: number;
	right: number;
	bottom: number;
	left: number;
}

interface PlottedPlace {
	x: number;
	y: number;
	row: Row;
}

/** One line of the chart. */
export interface Series {
	key: string;
	kind: 'documented' | 'measured';
	/** For the end of the line, or the list below the chart. */
	text: string;
	/** From 0, among the lines of one colour, which differ by their dashes. */
	index: number;
	variant: string;
	places: PlottedPlace[];
	path: string;
}

/** Dash patterns of the lines of one colour, by their order. */
export const dashes = [
	'none',
	'7 4',
	'2 4',
	'12 3 2 3',
	'4 2',
	'14 4',
	'1 3',
	'8 2 2 2 2 2'
] as const;
export const dashOf = (index: number): string => dashes[index % dashes.length] ?? 'none';

/**
 * A variant's name for the end of a line: up to its first comma, or the part after it if another variant begins alike, and
 * what executes it.
 */
export function seriesName(
	variant: Facts['variants'][number],
	all: Facts['variants'] = [variant]
): string {
	const { text, form } = labelParts(variant);
	const short = shortName(text);
	const isAlone = all.every((other) => {
		const { text: name, form: way } = labelParts(other);
		return name === text || way !== form || shortName(name) !== short;
	});
	const tail = text.slice(short.length).replace(/^[,; (]+/, '');
	const name = isAlone || tail === '' ? short : tail;
	return form ? `${name}, ${form}` : name;
}

export function sweepGeometry(facts: Facts, rows: Row[], box: Box) {
	const values = facts.sweep?.values ?? [];
	const right = box.width - box.right;
	const bottom = box.height - box.bottom;
	const x = horizontal(facts.sweep, [box.left + 10, right]);
	const vertical = axisOf(valuesOf(rows), [bottom, box.top], axisWish(facts));
	const y = vertical.at;
	const path = line<PlottedPlace>(
		(place) => place.x,
		(place) => place.y
	);
	const placeOf = (row: Row, value: number): PlottedPlace => ({
		x: x(row.at ?? 1),
		y: y(value),
		row
	});
	const rowsOfVariant = (id: string) => rows.filter((row) => row.variant === id);

	const measured = facts.variants.map((variant, index): Series => {
		const places = rowsOfVariant(variant.id).flatMap((row) =>
			row.measured ? [placeOf(row, row.measured.median)] : []
		);
		const name = seriesName(variant, facts.variants);
		const isEdited = rowsOfVariant(variant.id).some(({ edited }) => edited);
		return {
			key: variant.id,
			kind: 'measured',
			text: isEdited ? `${name} (edited)` : name,
			index,
			variant: variant.id,
			places,
			path: path(places) ?? ''
		};
	});
	const predicted = facts.variants.flatMap(({ id }, index) => {
		const found = rowsOfVariant(id).find((row) => row.predicted !== undefined);
		if (found?.predicted === undefined) return [];
		// The prediction of a loop is the same at every place, unless its work grows with the place.
		const at = facts.sweep?.changesWork ? x(found.at ?? 1) : undefined;
		return [{ key: id, index, y: y(found.predicted), at }];
	});
	const withEvents = facts.variants.map(({ id }) => ({
		key: id,
		places: rowsOfVariant(id).flatMap((row) =>
			row.withEvents === undefined ? [] : [placeOf(row, row.withEvents)]
		)
	}));
	const sources = sourcesOf(facts, rows);
	const documented = sources.flatMap((source, index) => {
		const all = facts.variants.flatMap((variant): Series[] => {
			const places = rowsOfVariant(variant.id).flatMap((row) =>
				figuresFrom(source, row).flatMap(({ value }) =>
					value === undefined ? [] : [placeOf(row, value)]
				)
			);
			return [
				{
					key: `${source.key}/${variant.id}`,
					kind: 'documented',
					text: source.short,
					index,
					variant: variant.id,
					places,
					path: path(places) ?? ''
				}
			];
		});
		return distinct(
			all.filter(({ places }) => places.length > 0),
			facts
		);
	});
	// Only values with room for their label are labelled.
	const xTicks: { value: number; x: number }[] = [];
	for (const value of values)
		if (x(value) - (xTicks.at(-1)?.x ?? -Infinity) >= tickRoomPx)
			xTicks.push({ value, x: x(value) });
	return {
		x,
		y,
		kind: vertical.kind,
		measured,
		predicted,
		withEvents,
		documented,
		xTicks,
		yTicks: vertical.ticks.map((value) => ({ value, y: y(value) })),
		bottom,
		right
	};
}

/**
 * The document's figures for one machine: a line once where they stand at several variants, with the variant's name
 * where they differ.
 */
function distinct(series: Series[], facts: Facts): Series[] {
	const different = [...new Map(series.toReversed().map((line) => [line.path, line])).values()];
	if (different.length < 2) return different;
	const nameOf = (id: string) =>
		facts.variants
			.filter((variant) => variant.id === id)
			.map((line) => seriesName(line, facts.variants));
	return different
		.toReversed()
		.map((name) => ({ ...name, text: [name.text, ...nameOf(name.variant)].join(': ') }));
}

/** Where a swept value stands. Where values are too near to each other, each is one step from the next. */
function horizontal(sweep: Facts['sweep'], range: [number, number]): (value: number) => number {
	const values = sweep?.values ?? [];
	const ends = [values[0] ?? 1, values.at(-1) ?? 2];
	const scale = (sweep?.scale === 'linear' ? scaleLinear() : scaleLog().base(2))
		.domain(ends)
		.range(range);
	const gaps = values.slice(1).map((value, i) => scale(value) - scale(values[i] ?? 1));
	if (Math.min(...gaps) >= nearestPx) return scale;
	const steps = scaleLinear()
		.domain([0, values.length - 1])
		.range(range);
	return (value) => steps(Math.max(0, values.indexOf(value)));
}

export type SweepGeometry = ReturnType<typeof sweepGeometry>;

/** Caches within the sweep, as the system reports them: light marks, because a virtual machine may be given less. */
export function cacheMarks(
	host: Host | undefined,
	facts: Facts
): { level: number; bytes: number }[] {
	const { sweep } = facts;
	if (!host || sweep?.unit !== 'bytes' || sweep.scale !== 'log') return [];
	const [low = 0, high = 0] = [sweep.values[0], sweep.values.at(-1)];
	return host.caches.filter(({ bytes }) => bytes > low && bytes < high);
}

/** Knees as bands from the last value of the lower step to the first of the upper one, with how much the cost grows. */
export function kneeBands(knees: Knee[], x: (value: number) => number) {
	return [...Map.groupBy(knees, ({ from, to }) => `${from}/${to}`)].map(([key, alike]) => {
		const [{ from, to } = { from: 1, to: 1 }] = alike;
		return { key, from: x(from), to: x(to), growth: alike.map((step) => step.after / step.before) };
	});
}

/**
 * "Chase at 256 KiB: measured 14.0 ± 0.1, predicted 5.00, documented (Skylake) 2.10 ns".
 * @param unit as it stands beside a number
 */
export function pointText(facts: Facts, row: Row, unit: string): string {
	const where =
		row.at === undefined
			? row.label
			: `${row.label}, ${parameter(row.at, facts.sweep?.unit ?? 'count')}`;
	const parts = [
		row.measured
			? `measured ${speedsText(row) ?? `${number(row.measured.median)} ${plusMinus(row.measured)}`}`
			: 'not measured',
		row.predicted === undefined ? undefined : `predicted ${number(row.predicted)}`,
		row.withEvents === undefined ? undefined : `predicted with events ${number(row.withEvents)}`,
		...row.documented.map(({ machine, runtime, value }) =>
			value === undefined
				? undefined
				: `documented (${[shortName(machine), runtime].filter(Boolean).join(', ')}) ${number(value)}`
		)
	].filter((part) => part !== undefined);
	return `${where}: ${parts.join(', ')}${unit ? ` ${unit}` : ''}.`;
}
