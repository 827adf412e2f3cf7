/** The document's figures for a place. Browser-safe. */
import { defined } from '../defined.ts';
import type { Facts, Place } from '@cyclelab/exercises/schema';
import type { Documented } from '../schema/measurement.ts';
import { samePlace } from './place.ts';

/** One entry per figure here; in both units where the document gives the machine's clock. */
export function documentedAt(facts: Facts, place: Place): Documented[] {
	return facts.documented
		.filter(({ variant, parameters }) => samePlace({ variant, parameters }, place))
		.map(({ machine: id, runtime, nsPerIteration, cyclesPerIteration, meter, quoted }) => {
			const machine = facts.machines.find((candidate) => candidate.id === id);
			const clock = machine?.clockGHz;
			const ns = nsPerIteration ?? (clock && cyclesPerIteration && cyclesPerIteration / clock);
			const cycles = cyclesPerIteration ?? (clock && nsPerIteration && nsPerIteration * clock);
			return {
				machine: machine?.name ?? id,
				...defined({ runtime, nsPerIteration: ns, cyclesPerIteration: cycles, meter }),
				quoted
			};
		});
}
