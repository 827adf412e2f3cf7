/** How many participants are where, for the host. Pure. */
import type { Where } from '../../../shared/workshop-people.ts';
import { steps } from '../../../shared/workshop-inputs.ts';
import type { Person } from '../../../shared/workshop-host.ts';

/** Those who are here and look at the exercise, by step; steps without anybody are left out. */
export function stepsOf(
	people: readonly Person[],
	exercise: string
): { step: Where; count: number }[] {
	const own = people.filter(({ here, at }) => here && at === exercise);
	return steps
		.map((step) => ({ step, count: own.filter((person) => person.step === step).length }))
		.filter(({ count }) => count > 0);
}

/** Those whose code does not compile come first, then the order in which people joined. */
export const inNeedFirst = (people: readonly Person[]): Person[] =>
	[...people].sort((a, b) => needOf(b) - needOf(a) || a.number - b.number);

const needOf = ({ here, compiles }: Person) => (here && compiles === false ? 2 : here ? 1 : 0);
