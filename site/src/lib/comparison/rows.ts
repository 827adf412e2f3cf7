/** The comparison table as data: a row per variant and sweep value, of one quantity. Pure. */
import type { AtomicForm, Facts, Parameters, Runtime } from '@cyclelab/exercises/schema';
import { sourceOf } from '@cyclelab/exercises/facts-in';
import type { Interval, Measured, Point } from '@cyclelab/runner/schema/measurement';
import type { Report, VariantReport } from '@cyclelab/runner/schema/report';
import { measuredOf, pointsOf } from '../../../shared/question.ts';
import { documentedAt } from '@cyclelab/runner/documented';
import { isOfCount, sameParameters } from '@cyclelab/runner/place';
import { cycles } from '@cyclelab/runner/sentence-numbers';
import { mainPrediction } from '../code/models.ts';
import { figuresOf, type DocumentedFigure } from './figures.ts';
import type { Quantity } from './quantities.ts';

export interface Row {
	key: string;
	variant: string;
	label: string;
	/** Its source's name, by which a lesson calls it. */
	source: string;
	/** What executes it, where several runtimes stand side by side. */
	runtime: Runtime | undefined;
	/** The form of its atomic operation, where the architecture has two. */
	atomics: AtomicForm | undefined;
	/** Value of the swept parameter, if there is one. */
	at: number | undefined;
	documented: DocumentedFigure[];
	predicted: number | undefined;
	/** In cycles, whatever the table's unit: without the processor's clock cycles cannot be converted to time. */
	predictedCycles: number | undefined;
	/** The host's model does not see what happens here. */
	outside: boolean;
	measured: Interval | undefined;
	point: Point | undefined;
	/** More than one mode: a single number would mislead. */
	modes: Measured['modes'];
	/** Another program used the physical core nearly all the time: alone, the loop may be faster. */
	slowed: boolean;
	/** Executed per iteration, counted exactly, once for all values of a sweep that executes the same at each. */
	instructions: number | undefined;
	edited: boolean;
}

const predictedOf = (variant: VariantReport | undefined, point: Point | undefined) =>
	point?.comparison?.predicted ?? mainPrediction(variant?.predictions ?? [])?.cyclesPerIteration;

/** The clock of the processor that executes the code; a runner that only built the code for another processor has no such clock. */
const clockOf = ({ runner, target }: Report): number | undefined =>
	runner.arch === target && !runner.host.emulated ? runner.clockGHz : undefined;

/** All rows of an exercise, with whatever the report already holds, in the quantity's own unit. */
export function rowsOf(
	facts: Facts,
	report: Report | undefined,
	quantity: Quantity = { id: 'time', label: '', unit: facts.unit }
): Row[] {
	const { sweep } = facts;
	const isTime = quantity.id === 'time';
	const hostClock = report && clockOf(report);
	return facts.variants.flatMap((variant) => {
		const found = report?.variants.find((one) => one.id === variant.id);
		const places: (number | undefined)[] = sweep ? sweep.values : [undefined];
		return places.map((at): Row => {
			const parameters: Parameters = sweep && at !== undefined ? { [sweep.name]: at } : {};
			const point = pointsOf(report, found).find((one) =>
				sameParameters(one.parameters, parameters)
			);
			const isCounted = isOfCount(facts, parameters);
			const predicted = isTime && isCounted ? predictedOf(found, point) : undefined;
			const clock = point?.measured?.clockGHz ?? hostClock;
			const outside =
				point?.comparison?.verdict === 'outside-the-model' ||
				(found?.hotLoop?.badges.some((badge) => badge.weight === 'outside-model') ?? false);
			return {
				key: at === undefined ? variant.id : `${variant.id}/${at}`,
				variant: variant.id,
				label: variant.label,
				source: sourceOf(variant),
				runtime: variant.runtime,
				atomics: variant.atomics,
				at,
				documented: figuresOf(
					point?.documented ?? documentedAt(facts, { variant: variant.id, parameters }),
					quantity
				),
				predicted:
					quantity.unit === 'cycles'
						? predicted
						: predicted && clock
							? predicted / clock
							: undefined,
				predictedCycles: predicted,
				outside,
				measured: measuredOf(point, quantity),
				point,
				modes: isTime ? (point?.measured?.modes ?? []) : [],
				slowed: isTime && (point?.measured?.slowed ?? false),
				instructions: isCounted ? found?.instructionsPerIteration : undefined,
				edited: found?.edited ?? false
			};
		});
	});
}

/** A prediction in cycles, where it cannot be converted to the table's unit. */
export const predictedOtherwise = ({ predicted, predictedCycles }: Row): string | undefined =>
	predicted === undefined && predictedCycles !== undefined ? cycles(predictedCycles) : undefined;

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
