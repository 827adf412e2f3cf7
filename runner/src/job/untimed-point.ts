/** The point of a place whose program ran under an emulator: that it ran, or why not, and no time. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import { documentedAt } from '../measure/documented.ts';
import { explain } from '../measure/explain.ts';
import type { PlaceState } from '../measure/plan-state.ts';
import type { Point } from '../schema/measurement.ts';

export const ranUnderEmulation =
	'The program ran and its harness worked, but under an emulator, whose times say nothing about a processor: none is shown.';

export function untimedPoint({ place, failure }: PlaceState, facts: Facts): Point {
	const { variant, parameters } = place;
	return {
		parameters,
		documented: documentedAt(facts, { variant, parameters }),
		...(failure ? { failure: explain(failure) } : { note: ranUnderEmulation })
	};
}
