/** A second measurement of some places of a plan that is done. Pure. */
import type { Place } from '@cyclelab/exercises/schema';
import { aloneOf } from '@cyclelab/contract/measure/alone';
import { spentMs } from './ask.ts';
import { budget } from './budget.ts';
import { sameParameters } from '@cyclelab/contract/measure/place';
import type { Plan, PlaceState } from './plan-state.ts';
import { toSamples } from './samples.ts';

/**
 * The plan with some of its places open again, each for as many processes more as every place gets at first, and for as long
 * as something else runs on the core: such neighbours come and go within seconds. Undefined if none of the places can be
 * measured again. The first time sets how long all that may take.
 */
export function measureAgain(plan: Plan, wanted: readonly Place[]): Plan | undefined {
	const isWanted = ({ place, failure }: PlaceState) =>
		!failure &&
		wanted.some(
			({ variant, parameters }) =>
				variant === place.variant && sameParameters(parameters, place.parameters)
		);
	const untilMs = plan.untilMs ?? spentMs(plan) + budget.againMs;
	if (spentMs(plan) >= untilMs || !plan.places.some(isWanted)) return undefined;
	const places = plan.places.map((state) =>
		isWanted(state)
			? { ...state, done: false, until: processesAlone(state) + budget.processes }
			: state
	);
	return { ...plan, places, untilMs };
}

/** How many of its processes had the core to themselves for most of their samples. */
export function processesAlone({ processes }: PlaceState): number {
	return processes.filter((rows) => {
		const samples = toSamples([rows]);
		return 2 * aloneOf(samples).length > samples.length;
	}).length;
}
