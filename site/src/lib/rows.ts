/** The comparison table as data: a row per variant and sweep value, in the exercise's unit. Pure. */
import type { Facts, Parameters } from '@cyclelab/exercises/schema';
import type {
	Documented,
	Interval,
	Measured,
	Point,
	Prediction,
	Report,
	VariantReport
} from '@cyclelab/runner/schema/report';
import { documentedAt } from '@cyclelab/runner/documented';
import { sameParameters } from '@cyclelab/runner/place';
import type { Unit } from './format.ts';

/** A figure of the document in the table's unit. `value` is absent where its machine's clock is not stated. */
export interface DocumentedValue {
	/** The machine's name. */
	machine: string;
	value: number | undefined;
	quoted: string;
}

export interface Row {
	key: string;
	variant: string;
	label: string;
	/** Value of the swept parameter, if there is one. */
	at: number | undefined;
	documented: DocumentedValue[];
	predicted: number | undefined;
	/** The host's model does not see what happens here. */
	outside: boolean;
	measured: Interval | undefined;
	point: Point | undefined;
	/** More than one mode: a single number says too little. */
	modes: Measured['modes'];
	/** Another program used the physical core nearly all the time: alone, the loop may be faster. */
	slowed: boolean;
	edited: boolean;
}

/** The prediction shown first: the measuring processor's model with llvm-mca's default aliasing, else the one with details. */
export function mainPrediction(predictions: Prediction[]): Prediction | undefined {
	const usual = predictions.filter((prediction) => prediction.noalias);
	return (
		usual.find(({ host }) => host) ?? usual.find(({ instructions }) => instructions) ?? usual[0]
	);
}

function inUnit(documented: Documented[], unit: Unit): DocumentedValue[] {
	return documented.map((result) => ({
		machine: result.machine,
		quoted: result.quoted,
		value: unit === 'ns' ? result.nsPerIteration : result.cyclesPerIteration
	}));
}

function predictedOf(
	variant: VariantReport | undefined,
	point: Point | undefined,
	unit: Unit,
	clockGHz: number | undefined
): number | undefined {
	const cycles =
		point?.comparison?.predicted ?? mainPrediction(variant?.predictions ?? [])?.cyclesPerIteration;
	if (cycles === undefined || unit === 'cycles') return cycles;
	const clock = point?.measured?.clockGHz ?? clockGHz;
	return clock === undefined ? undefined : cycles / clock;
}

/** All rows of an exercise, with whatever the report already holds. */
export function rowsOf(facts: Facts, report: Report | undefined): Row[] {
	const { unit, sweep } = facts;
	return facts.variants.flatMap((variant) => {
		const found = report?.variants.find((one) => one.id === variant.id);
		const places: (number | undefined)[] = sweep ? sweep.values : [undefined];
		return places.map((at): Row => {
			const parameters: Parameters = sweep && at !== undefined ? { [sweep.name]: at } : {};
			const point = found?.points.find((one) => sameParameters(one.parameters, parameters));
			const outside =
				point?.comparison?.verdict === 'outside-the-model' ||
				(found?.hotLoop?.badges.some((badge) => badge.weight === 'outside-model') ?? false);
			return {
				key: at === undefined ? variant.id : `${variant.id}/${at}`,
				variant: variant.id,
				label: variant.label,
				at,
				documented: inUnit(
					point?.documented ?? documentedAt(facts, { variant: variant.id, parameters }),
					unit
				),
				predicted: predictedOf(found, point, unit, report?.runner.clockGHz),
				outside,
				measured:
					unit === 'ns' ? point?.measured?.nsPerIteration : point?.measured?.cyclesPerIteration,
				point,
				modes: point?.measured?.modes ?? [],
				slowed: point?.measured?.slowed ?? false,
				edited: found?.edited ?? false
			};
		});
	});
}

/** Machines with at least one figure for the variant, in the exercise's order. */
export function machinesOf(facts: Facts, variant?: string): Facts['machines'] {
	return facts.machines.filter((machine) =>
		facts.documented.some(
			(result) =>
				result.machine === machine.id && (variant === undefined || result.variant === variant)
		)
	);
}

/** A name up to its first comma, for headings and labels in a chart; the whole name stands in the text. */
export function shortName(name: string): string {
	return name.split(',')[0] ?? name;
}

/** Every number a chart of these rows must hold. */
export function valuesOf(rows: Row[]): number[] {
	return rows.flatMap((row) =>
		[
			...row.documented.map((one) => one.value),
			row.predicted,
			row.measured?.low,
			row.measured?.high
		].filter((value): value is number => value !== undefined && value > 0)
	);
}
