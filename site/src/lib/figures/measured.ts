/** The numbers of a run that figures show. Pure. */
import type { Interval } from '@cyclelab/contract/schema/measurement';
import type { Prediction } from '@cyclelab/contract/schema/prediction';
import { predictionBeside } from '@cyclelab/contract/measure/prediction-beside';
import type { Report } from '@cyclelab/contract/schema/report';
import { number, plusMinus } from '../ui/format.ts';

/**
 * Cycles per iteration of the exercise's own source at a place. Undefined if the run has no such number, or none that one
 * number can stand for: the learner changed the source, or it ran at several speeds or on a shared core.
 */
export function measuredAt(
	report: Report | undefined,
	variant: string,
	parameters: Record<string, number> = {}
): Interval | undefined {
	const row = report?.variants.find(({ id, edited }) => id === variant && !edited);
	const point = row?.points.find((point) =>
		Object.entries(parameters).every(([name, value]) => point.parameters[name] === value)
	);
	const measured = point?.measured;
	if (!measured || measured.slowed || measured.modes.length > 1) return undefined;
	return measured.cyclesPerIteration;
}

/** What llvm-mca predicts of the exercise's own source with the model of the processor that measures. */
export function predictedFor(report: Report | undefined, variant: string): Prediction | undefined {
	const row = report?.variants.find(({ id, edited }) => id === variant && !edited);
	return row && predictionBeside(row.predictions);
}

/** `4.01 ± 0.02`. */
export function withInterval(interval: Interval): string {
	const { median, low, high } = interval;
	return low === high ? number(median) : `${number(median)} ${plusMinus(interval)}`;
}
