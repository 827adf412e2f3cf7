/** A measured place with everything that the page shows about it. */
import type { FailureFacts } from '../schema/failure.ts';
import type { Point } from '../schema/measurement.ts';
import { compare, type ToCompare } from './compare.ts';
import { documentedAt } from './documented.ts';
import { explain } from './explain.ts';
import { measure } from './measure.ts';
import type { PlaceState } from './plan-state.ts';
import { placeDoubt } from './plausible.ts';

/** `clockGHz`: the runner's own calibration, if known. */
type PointContext = Omit<ToCompare, 'variant' | 'parameters' | 'measured' | 'host'> & {
	host: ToCompare['host'] & { microarchitecture: string };
	clockGHz?: number | undefined;
};

/**
 * A place that is not done has its numbers so far, without a verdict.
 * @param instructionsPerIteration executed per source iteration by the count run, if there was one
 */
export function toPoint(
	state: PlaceState,
	around: PointContext,
	instructionsPerIteration: number | undefined
): Point {
	const { variant, parameters } = state.place;
	const documented = documentedAt(around.facts, { variant, parameters });
	const failed = (facts: FailureFacts): Point => ({
		parameters,
		documented,
		failure: explain(facts)
	});
	if (state.failure) return failed(state.failure);
	const result = measure(state.processes, variant);
	if (!result.ok) return failed(result.failure);
	const { measured } = result;
	const reason = placeDoubt(measured, {
		instructionsPerIteration,
		microarchitecture: around.host.microarchitecture,
		clockGHz: around.clockGHz
	});
	if (reason !== undefined)
		return failed({ kind: 'implausible', stage: 'measure', variant, reason });
	if (!state.done) return { parameters, documented, measured, ongoing: true };
	const comparison = compare({ ...around, variant, parameters, measured });
	return { parameters, documented, measured, comparison };
}

export const ranUnderEmulation =
	'The program ran and its harness worked, but under an emulator, whose times say nothing about a processor: none is shown.';

/** The point of a place whose program ran under an emulator: that it ran, or why not, and no time. */
export function untimedPoint({ place, failure }: PlaceState, facts: ToCompare['facts']): Point {
	const { variant, parameters } = place;
	return {
		parameters,
		documented: documentedAt(facts, { variant, parameters }),
		...(failure ? { failure: explain(failure) } : { note: ranUnderEmulation })
	};
}
