/** A measured place with everything that the page shows about it. */
import type { FailureFacts } from '@cyclelab/contract/schema/failure';
import type { Point } from '@cyclelab/contract/schema/measurement';
import { compare, type ToCompare } from './compare.ts';
import { documentedAt } from '@cyclelab/contract/measure/documented';
import { explain } from '@cyclelab/contract/measure/explain';
import { provingSamples } from './long-calls.ts';
import { measure } from './measure.ts';
import type { PlaceState } from './plan-state.ts';
import { callDoubt, placeDoubt, withUnexplained } from './plausible.ts';
import { instructionsPerCycleAtMost } from './width.ts';

/** `clockGHz`: the runner's own calibration, if known. */
type PointContext = Omit<ToCompare, 'variant' | 'parameters' | 'measured' | 'host'> & {
	host: ToCompare['host'] & { microarchitecture: string };
	clockGHz?: number | undefined;
};

/**
 * A place that is not done has its numbers so far, without a verdict.
 * @param instructionsPerIteration executed per source iteration by the count run, if there was one
 * @param call of edited code: the instructions that a call executes once, if they were counted, and whether they are all of them. Of C#
 *   only its own methods are counted, and a call's time has what its library does: no reason to refuse it. Where nothing was counted,
 *   nothing explains such time
 */
export function toPoint(
	state: PlaceState,
	around: PointContext,
	instructionsPerIteration: number | undefined,
	call?: { instructions: number | undefined; isWhole: boolean }
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
	const doubt = placeDoubt(result.measured, {
		instructionsPerIteration,
		microarchitecture: around.host.microarchitecture,
		clockGHz: around.clockGHz,
		cores: around.facts.needs.cores
	});
	const ofCall =
		call?.instructions !== undefined && instructionsPerIteration !== undefined && call.isWhole
			? callDoubt(result.measured, call.instructions, instructionsPerIteration)
			: undefined;
	const refused = doubt ?? ofCall;
	if (refused) return failed({ kind: 'implausible', stage: 'measure', variant, ...refused });
	const measured = call
		? withUnexplained(
				result.measured,
				call.instructions ?? 0,
				instructionsPerCycleAtMost(around.host.microarchitecture),
				provingSamples(state.longCalls ?? [], result.measured.raw)
			)
		: result.measured;
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
