/** Places of an exercise's table: equality, lookup in a report, and their names in a sentence. Browser-safe. */
import { formName } from '@cyclelab/exercises/names';
import type { Facts, Parameters, Place } from '@cyclelab/exercises/schema';
import type { Failure } from '../schema/failure.ts';
import type { Point } from '../schema/measurement.ts';
import type { VariantReport } from '../schema/report.ts';
import { bytes, whole } from './sentence-numbers.ts';

export function sameParameters(a: Parameters, b: Parameters): boolean {
	const names = Object.keys(a);
	return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

export function samePlace(a: Place, b: Place): boolean {
	return a.variant === b.variant && sameParameters(a.parameters, b.parameters);
}

/** The report's point at a place, if it has come. */
export function pointAt(variants: readonly VariantReport[], place: Place): Point | undefined {
	return variants
		.find((variant) => variant.id === place.variant)
		?.points.find((point) => sameParameters(point.parameters, place.parameters));
}

/** Why there is no measurement at a place: its own failure, or its variant's. */
export function failureAt(variants: readonly VariantReport[], place: Place): Failure | undefined {
	const variant = variants.find(({ id }) => id === place.variant);
	return pointAt(variants, place)?.failure ?? variant?.failure;
}

/** "“narrow stores” at 1 MiB". A place that chooses a runtime or a form of atomics has it in its name, as its row has. */
export function placeName(facts: Facts, place: Place): string {
	const label = facts.variants.find((variant) => variant.id === place.variant)?.label;
	const form = formName(place);
	return `“${label ?? place.variant}${form ? `, ${form}` : ''}”${placeSuffix(facts, place.parameters)}`;
}

/** The place it is compared with: only its parameter if the variant is the same. */
export function otherName(facts: Facts, { of, to }: { of: Place; to: Place }): string {
	const suffix = placeSuffix(facts, to.parameters);
	return of.variant === to.variant && suffix !== '' ? suffix.trimStart() : placeName(facts, to);
}

/** The parameters of the count run: a sweep is counted at its first value. */
export function countedAt({ sweep }: Pick<Facts, 'sweep'>): Parameters {
	const [first] = sweep?.values ?? [];
	return sweep && first !== undefined ? { [sweep.name]: first } : {};
}

/**
 * Iterations of the calls that a process begins with: those that are counted, at the place that is counted; those whose
 * results a challenge compares, at its place; elsewhere one, since an iteration may take long there.
 */
export const lengthsAt =
	({ sweep, challenge, countedIterations, uncounted }: LengthFacts) =>
	(parameters: Parameters): readonly number[] => {
		if (uncounted !== undefined) return [1];
		const counted = countedAt({ sweep });
		const goal = challenge?.goals.find(({ kind }) => kind === 'result');
		const compared = goal?.kind === 'result' ? goal.iterations : undefined;
		if (challenge && sameParameters(parameters, { ...counted, ...challenge.start.parameters }))
			return callsOf(compared ?? countedIterations);
		return sameParameters(parameters, counted) ? callsOf(countedIterations) : [1];
	};

type LengthFacts = Pick<Facts, 'sweep' | 'challenge' | 'countedIterations' | 'uncounted'>;

/** A first call, and two whose difference is the work of an iteration. */
export const callsOf = (iterations: number): readonly [number, number, number] => [
	iterations,
	Math.floor(iterations / 2),
	iterations
];

/** Whether what was counted there, and predicted from it, is of these parameters, too. */
export function isOfCount({ sweep }: Pick<Facts, 'sweep'>, parameters: Parameters): boolean {
	return !sweep?.changesWork || sameParameters(parameters, countedAt({ sweep }));
}

/** " at 1 MiB", or nothing in an exercise without a sweep. */
export function placeSuffix(facts: Facts, parameters: Parameters): string {
	const sweep = facts.sweep;
	const value = sweep && parameters[sweep.name];
	if (!sweep || value === undefined) return '';
	return ` at ${sweep.unit === 'bytes' ? bytes(value) : whole(value)}`;
}
