/** The comparison table as data: a row per variant and sweep value, of one quantity. Pure. */
import type { Facts, Parameters, Runtime } from '@cyclelab/exercises/schema';
import { sourceOf } from '@cyclelab/exercises/told-in';
import type {
	Interval,
	Measured,
	Point,
	Prediction,
	Report,
	VariantReport
} from '@cyclelab/runner/schema/report';
import { documentedAt } from '@cyclelab/runner/documented';
import { sameParameters } from '@cyclelab/runner/place';
import { figuresOf, type Figure } from './figures.ts';
import type { Quantity } from './quantities.ts';

export interface Row {
	key: string;
	variant: string;
	label: string;
	/** Its source's name, by which a lesson calls it. */
	source: string;
	/** What executes it, where several runtimes stand side by side. */
	runtime: Runtime | undefined;
	/** Value of the swept parameter, if there is one. */
	at: number | undefined;
	documented: Figure[];
	predicted: number | undefined;
	/** The host's model does not see what happens here. */
	outside: boolean;
	measured: Interval | undefined;
	point: Point | undefined;
	/** More than one mode: a single number says too little. */
	modes: Measured['modes'];
	/** Another program used the physical core nearly all the time: alone, the loop may be faster. */
	slowed: boolean;
	/** Executed per iteration, counted exactly, once for all values of a sweep. */
	instructions: number | undefined;
	edited: boolean;
}

/** The prediction shown first: the measuring processor's model with llvm-mca's default aliasing, else the one with details. */
export function mainPrediction(predictions: Prediction[]): Prediction | undefined {
	const usual = predictions.filter((prediction) => prediction.noalias);
	return (
		usual.find(({ host }) => host) ?? usual.find(({ instructions }) => instructions) ?? usual[0]
	);
}

function predictedOf(
	variant: VariantReport | undefined,
	point: Point | undefined,
	{ unit }: Quantity,
	clockGHz: number | undefined
): number | undefined {
	const cycles =
		point?.comparison?.predicted ?? mainPrediction(variant?.predictions ?? [])?.cyclesPerIteration;
	if (cycles === undefined || unit === 'cycles') return cycles;
	const clock = point?.measured?.clockGHz ?? clockGHz;
	return clock === undefined ? undefined : cycles / clock;
}

function measuredOf(point: Point | undefined, { id, unit }: Quantity): Interval | undefined {
	if (id !== 'time') return point?.measured?.meters?.[id];
	return unit === 'ns' ? point?.measured?.nsPerIteration : point?.measured?.cyclesPerIteration;
}

/** All rows of an exercise, with whatever the report already holds, in the quantity's own unit. */
export function rowsOf(
	facts: Facts,
	report: Report | undefined,
	quantity: Quantity = { id: 'time', label: '', unit: facts.unit }
): Row[] {
	const { sweep } = facts;
	const isTime = quantity.id === 'time';
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
				source: sourceOf(variant),
				runtime: variant.runtime,
				at,
				documented: figuresOf(
					point?.documented ?? documentedAt(facts, { variant: variant.id, parameters }),
					quantity
				),
				predicted: isTime
					? predictedOf(found, point, quantity, report?.runner.clockGHz)
					: undefined,
				outside,
				measured: measuredOf(point, quantity),
				point,
				modes: isTime ? (point?.measured?.modes ?? []) : [],
				slowed: isTime && (point?.measured?.slowed ?? false),
				instructions: found?.instructionsPerIteration,
				edited: found?.edited ?? false
			};
		});
	});
}

/** Every number a chart of these rows must hold. */
export function valuesOf(rows: readonly Row[]): number[] {
	return rows.flatMap((row) =>
		[
			...row.documented.map((one) => one.value),
			row.predicted,
			row.measured?.low,
			row.measured?.median,
			row.measured?.high
		].filter((value): value is number => value !== undefined)
	);
}
