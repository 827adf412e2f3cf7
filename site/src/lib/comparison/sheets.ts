/** One table and chart for each quantity of an exercise, all its numbers in one unit. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import type { Report } from '@cyclelab/contract/schema/report';
import { sourcesOf, type Source } from './figures.ts';
import { quantitiesOf, scaleOf, type Quantity, type Scale } from './quantities.ts';
import { rowsOf, valuesOf, type Row } from './rows.ts';
import { axisOf, type Axis } from './scale.ts';

export interface QuantitySheet {
	quantity: Quantity;
	scale: Scale;
	rows: Row[];
	axis: Axis['kind'];
	/** Whether a performance model has anything to say about it. */
	predicts: boolean;
}

export function sheetsOf(facts: Facts, report: Report | undefined): QuantitySheet[] {
	return quantitiesOf(facts).map((quantity) =>
		sheetOf(facts, quantity, rowsOf(facts, report, quantity))
	);
}

/** A sheet of rows that are in the quantity's own unit. */
export function sheetOf(facts: Facts, quantity: Quantity, rows: Row[]): QuantitySheet {
	const values = valuesOf(rows);
	const scale = scaleOf(quantity.unit, values);
	return {
		quantity,
		scale,
		rows: scale.divisor === 1 ? rows : rows.map((row) => divided(row, scale.divisor)),
		axis: axisOf(values, [0, 1], axisWish(facts)).kind,
		predicts: quantity.id === 'time' && facts.uncounted === undefined
	};
}

/** Sizes grow by factors and so do their costs; a count that grows by ones is drawn from zero. */
export const axisWish = ({ sweep }: Facts): Axis['kind'] => sweep?.scale ?? 'log';

function divided(row: Row, by: number): Row {
	const part = (value: number | undefined) => value && value / by;
	const interval = ({ median, low, high }: Interval) => ({
		median: median / by,
		low: low / by,
		high: high / by
	});
	return {
		...row,
		documented: row.documented.map((figure) => ({ ...figure, value: part(figure.value) })),
		predicted: part(row.predicted),
		measured: row.measured && interval(row.measured),
		speeds: row.speeds.map((speed) => speed / by)
	};
}

/** More columns than this would push the measured one out of sight; the figures then share one column. */
const mostColumns = 3;

/** Columns of documented figures; undefined where they share one. */
export function documentedColumns(facts: Facts, rows: readonly Row[]): Source[] | undefined {
	const sources = sourcesOf(facts, rows);
	return sources.length > mostColumns ? undefined : sources;
}
