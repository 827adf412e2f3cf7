/** The cost of one iteration at a place, by a measure: time, instructions, or one of the exercise's meters. Browser-safe. */
import type { Facts, Place } from '@cyclelab/exercises/schema';
import type { Interval } from '../schema/measurement.ts';
import type { VariantReport } from '../schema/report.ts';
import { countedAt, failureAt, placeName, placeSuffix, pointAt, sameParameters } from './place.ts';
import { floorOf, honestInterval } from './ratio.ts';
import { bytes, nanoseconds, number } from './sentence-numbers.ts';
import type { JudgedReport } from './verdict.ts';

/** Why there is no number at a place. */
export type Missing = { verdict: 'too-noisy' | 'not-measured'; sentence: string };

/**
 * Costs of time are in cycles per iteration.
 * @param alsoUnshown instructions in code that is not shown count as well
 */
export function costAt(
	facts: Facts,
	report: JudgedReport,
	place: Place,
	measure: string,
	alsoUnshown = false
): Interval | Missing {
	if (measure === 'instructions') return instructionsAt(facts, report, place, alsoUnshown);
	const measured = pointAt(report.variants, place)?.measured;
	const cost =
		measure === 'time' ? measured && honestInterval(measured) : measured?.meters?.[measure];
	return cost ?? unmeasured(facts, report, place);
}

function instructionsAt(
	facts: Facts,
	{ variants }: JudgedReport,
	place: Place,
	alsoUnshown: boolean
): Interval | Missing {
	const name = placeName(facts, place);
	if (!sameParameters(place.parameters, countedAt(facts))) {
		const counted = placeSuffix(facts, countedAt(facts));
		return uncounted(`${name} was not counted: a sweep is counted at its first value,${counted}.`);
	}
	const variant = variants.find(({ id }) => id === place.variant);
	return variant ? countedIn(variant, name, alsoUnshown) : uncounted(`${name} was not counted.`);
}

const uncounted = (sentence: string): Missing => ({ verdict: 'not-measured', sentence });

/**
 * Instructions per iteration, which are exact.
 * @param name of the variant, as a sentence begins
 * @param alsoUnshown wherever they were executed: where one of two places was changed, so that work which is moved out of sight
 *   counts; else only in the code that is shown, for the libraries a variant calls are no part of what claims compare
 */
export function countedIn(
	variant: VariantReport,
	name: string,
	alsoUnshown: boolean
): Interval | Missing {
	const { instructionsPerIteration: shown, unshown = [] } = variant;
	const elsewhere = alsoUnshown ? unshown : [];
	const counted =
		shown && elsewhere.reduce((sum, place) => sum + place.instructionsPerIteration, shown);
	if (counted !== undefined) return { median: counted, low: counted, high: counted };
	const why = variant.uncounted ?? variant.failure?.title;
	return uncounted(`${name} was not counted${why === undefined ? '.' : `: ${why}`}`);
}

export function unmeasured(facts: Facts, { variants }: JudgedReport, place: Place): Missing {
	const failure = failureAt(variants, place);
	const why = failure ? `: ${failure.title}` : '.';
	return {
		verdict: failure?.kind === 'too-noisy' ? 'too-noisy' : 'not-measured',
		sentence: `${placeName(facts, place)} was not measured${why}`
	};
}

/**
 * Precision of a ratio: differences below `smallest` are none by the exercise's definition, no end is nearer than
 * `floor`, and no claim of a difference below `least` can be judged.
 */
export function precisionOf(
	facts: Facts,
	{ runner }: JudgedReport,
	measure: string,
	smallestEffect: number
): { smallest: number; floor: number; least: number } {
	if (measure === 'instructions') return { smallest: 0, floor: 0, least: 0 };
	const meter = facts.meters.find(({ id }) => id === measure);
	// A runner's noise is one of time; bytes and events are counted.
	const floor = meter && meter.unit !== 'ns' ? 0 : floorOf(runner.noiseFloor);
	return { smallest: smallestEffect, floor, least: Math.max(smallestEffect, floor) };
}

/** How a sentence compares two costs: "takes 2.1 times as long as ... ". `again`: after an amount that has named them. */
export function comparisonWords(
	facts: Facts,
	measure: string
): { verb: string; as: string; again: string; by: string } {
	if (measure === 'time') return { verb: 'takes', as: 'as long as', again: 'as long as', by: '' };
	if (measure === 'instructions')
		return { verb: 'executes', as: 'as many instructions as', again: 'as many as', by: '' };
	const label = facts.meters.find(({ id }) => id === measure)?.label ?? measure;
	return { verb: 'takes', as: 'as much as', again: 'as much as', by: ` by “${label}”` };
}

/** An amount of a meter or of instructions with its unit: 2.08 KiB, 12.0 instructions. */
export function amountText(facts: Facts, measure: string, value: number): string {
	if (measure === 'instructions') return `${number(value)} instructions`;
	const unit = facts.meters.find(({ id }) => id === measure)?.unit;
	if (value === 0) return 'nothing';
	if (unit === 'bytes') return bytes(value);
	return unit === 'ns' ? nanoseconds(value) : number(value);
}
