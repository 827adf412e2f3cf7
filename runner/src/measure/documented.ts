/** What the document reports for a place. Browser-safe. */
import type { Facts, Place } from '@cyclelab/exercises/schema';
import type { Documented } from '../schema/report.ts';
import { samePlace } from './place.ts';

/** One entry per machine that has a figure here; cycles only where the document gives the machine's clock. */
export function documentedAt(facts: Facts, place: Place): Documented[] {
	return facts.documented
		.filter((result) => samePlace(result, place))
		.map(({ machine: id, nsPerIteration, quoted }) => {
			const machine = facts.machines.find((candidate) => candidate.id === id);
			return {
				machine: machine?.name ?? id,
				nsPerIteration,
				...(machine?.clockGHz === undefined
					? {}
					: { cyclesPerIteration: nsPerIteration * machine.clockGHz }),
				quoted
			};
		});
}
