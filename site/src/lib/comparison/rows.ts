/** The comparison table as data: a row per variant and sweep value, of one quantity. Pure. */
import type { AtomicForm, Facts, Parameters, Runtime } from '@cyclelab/exercises/schema';
import { sourceOf } from '@cyclelab/exercises/facts-in';
import type { PlaceEvents } from '@cyclelab/contract/schema/events';
import type { Interval, Measured, Point } from '@cyclelab/contract/schema/measurement';
import { allInstructions } from '@cyclelab/contract/measure/instructions';
import type { DataWork, Report, VariantReport } from '@cyclelab/contract/schema/report';
import { measuredOf, pointsOf } from '../../../shared/question.ts';
import { documentedAt } from '@cyclelab/contract/measure/documented';
import { isOfCount, sameParameters } from '@cyclelab/contract/measure/place';
import { speedsOf } from '@cyclelab/contract/measure/ratio';
import { cycles, number } from '@cyclelab/contract/measure/sentence-numbers';
import { mainPrediction } from '../code/models.ts';
import { exact } from '../ui/format.ts';
import { figuresOf, type DocumentedFigure } from './figures.ts';
import { counted, grouped } from '../ui/format.ts';
import type { Quantity } from './quantities.ts';

/** The simulated events of a variant at the values of its parameters. */
export const eventsAt = (
	variant: Pick<VariantReport, 'events'> | undefined,
	parameters: Parameters
): PlaceEvents | undefined =>
	variant?.events?.find((place) => sameParameters(place.parameters, parameters));

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
	/** With simulated events, in the row's unit. */
	withEvents: number | undefined;
	/** The simulated events; `event-rows.ts` has their words, which only a table loads. */
	events: PlaceEvents | undefined;
	/** The host's model does not see what happens here. */
	outside: boolean;
	measured: Interval | undefined;
	point: Point | undefined;
	/** Measured, and not believed yet: the observer's answer about the changed code follows. */
	checking: boolean;
	/** Centres of several modes in the row's unit, largest share first: no single number holds. Empty where one does. */
	speeds: number[];
	/** Another program used the physical core nearly all the time: alone, the loop may be faster. */
	slowed: boolean;
	/** Executed per iteration, counted exactly, once for all values of a sweep that executes the same at each. */
	instructions: number | undefined;
	/** Executed per iteration besides, in code that is not shown: of a library, say. Undefined where next to nothing was. */
	elsewhere: number | undefined;
	/** Present where the data decide how many instructions these are. */
	dataWork: DataWork | undefined;
	edited: boolean;
}

const predictedOf = (variant: VariantReport | undefined, point: Point | undefined) =>
	point?.comparison?.predicted ?? mainPrediction(variant?.predictions ?? [])?.cyclesPerIteration;

/** The clock of the processor that executes the code; a runner that only built the code for another processor has no such clock. */
const clockOf = ({ runner, target }: Report): number | undefined =>
	runner.arch === target && !runner.host.emulated ? runner.clockGHz : undefined;

/** Cycles in the unit of a table; undefined if it is another one and the clock is not known. */
const inUnit = (cycles: number, unit: Quantity['unit'], clockGHz: number | undefined) =>
	unit === 'cycles' ? cycles : clockGHz ? cycles / clockGHz : undefined;

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
		const found = report?.variants.find((ran) => ran.id === variant.id);
		// A learner's own kernel that was not run has nothing to say, not even of a document.
		if (facts.free && report?.finishedAt && !found && report.variants.length > 0) return [];
		const places: (number | undefined)[] = sweep ? sweep.values : [undefined];
		return places.map((at): Row => {
			const parameters: Parameters = sweep && at !== undefined ? { [sweep.name]: at } : {};
			const point = pointsOf(report, found).find((candidate) =>
				sameParameters(candidate.parameters, parameters)
			);
			const isCounted = isOfCount(facts, parameters);
			const predicted = isTime && isCounted ? predictedOf(found, point) : undefined;
			const clock = point?.measured?.clockGHz ?? hostClock;
			const events = isTime ? eventsAt(found, parameters) : undefined;
			const withEvents =
				events?.prediction && 'parts' in events.prediction ? events.prediction : undefined;
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
				predicted: predicted && inUnit(predicted, quantity.unit, clock),
				predictedCycles: predicted,
				withEvents: withEvents && inUnit(withEvents.cyclesPerIteration, quantity.unit, clock),
				events,
				outside,
				measured: measuredOf(point, quantity),
				point,
				checking: isChecked(report, found) && point?.measured !== undefined,
				speeds: isTime ? speedsIn(point?.measured, quantity.unit) : [],
				slowed: isTime && (point?.measured?.slowed ?? false),
				instructions: isCounted ? found?.instructionsPerIteration : undefined,
				elsewhere: isCounted && found ? elsewhereIn(found) : undefined,
				dataWork: isCounted ? found?.dataWork : undefined,
				// In free play there is no code but the learner's.
				edited: !facts.free && (found?.edited ?? false)
			};
		});
	});
}

/** A row's count of instructions in words. */
export const countText = ({ instructions, elsewhere }: Pick<Row, 'instructions' | 'elsewhere'>) =>
	instructions === undefined
		? undefined
		: exact(instructions) + (elsewhere === undefined ? '' : ` + ${number(elsewhere)} not shown`);

/** Instructions an iteration in code that is not shown. */
export function elsewhereIn(variant: VariantReport): number | undefined {
	const { instructionsPerIteration = 0 } = variant;
	const more = (allInstructions(variant) ?? 0) - instructionsPerIteration;
	return more > 0 ? more : undefined;
}

/** Whether further runs of a changed variant are to show that its numbers hold. */
export const isChecked = (
	report: Pick<Report, 'finishedAt'> | undefined,
	variant: Pick<VariantReport, 'edited' | 'audit' | 'failure'> | undefined
): boolean =>
	report?.finishedAt === undefined &&
	variant?.edited === true &&
	variant.audit === undefined &&
	variant.failure === undefined;

/** Modes are in cycles. */
function speedsIn(measured: Measured | undefined, unit: Quantity['unit']): number[] {
	if (!measured) return [];
	return speedsOf(measured).map((speed) => (unit === 'ns' ? speed / measured.clockGHz : speed));
}

/** The speeds in place of a number: "6.82, 4.34, 4.98"; undefined where one number holds. */
export const speedsText = ({ speeds }: Pick<Row, 'speeds'>): string | undefined =>
	speeds.length > 0 ? speeds.map(number).join(', ') : undefined;

/** A prediction in cycles, where it cannot be converted to the table's unit. */
export const predictedOtherwise = ({ predicted, predictedCycles }: Row): string | undefined =>
	predicted === undefined && predictedCycles !== undefined ? cycles(predictedCycles) : undefined;

/** Why a measured figure may still change, in two words. */
export const provisionalOf = ({ point, checking }: Row): string | undefined =>
	point?.ongoing ? 'so far' : checking ? 'being checked' : undefined;

/** Every number a chart of these rows must hold. */
export function valuesOf(rows: readonly Row[]): number[] {
	return rows.flatMap((row) =>
		[
			...row.documented.map((figure) => figure.value),
			row.predicted,
			row.withEvents,
			row.measured?.low,
			...(row.speeds.length > 0 ? row.speeds : [row.measured?.median]),
			row.measured?.high
		].filter((value): value is number => value !== undefined)
	);
}

/** How many samples figures come from, in words. */
export function samplesText(measured: readonly Measured[]): string {
	const kept = measured.reduce((sum, { samples }) => sum + samples, 0);
	const left = measured.reduce((sum, { rejected, setAside = 0 }) => sum + rejected + setAside, 0);
	return `${counted(kept, 'sample')}, ${grouped(left)} disturbed left out`;
}
