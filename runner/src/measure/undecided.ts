/** Which places are worth measuring again: places of claims and goals whose intervals reach across a bound. Pure. */
import type { Facts, Place } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/contract/schema/report';
import { lies } from '@cyclelab/contract/measure/verdict';

/**
 * Except places that no further sample can decide: too near to each other for this runner's noise floor, or for the smallest
 * effect the exercise asks for.
 */
export function undecidedIn(
	facts: Facts,
	{ claims, challenge }: Pick<Report, 'claims' | 'challenge'>
): Place[] {
	const open = claims.filter(
		({ measure, verdict, observed, expected }) =>
			verdict === 'too-noisy' &&
			measure !== 'instructions' &&
			(!observed || lies(observed, expected) === 'across')
	);
	const ofClaims = facts.claims
		.filter(({ id }) => open.some((one) => one.id === id))
		.flatMap(({ of, to }) => [of, to]);
	const goals = facts.challenge?.goals ?? [];
	const ofGoals = goals.flatMap((goal, i) =>
		goal.kind === 'ratio' && challenge?.goals[i]?.met === 'too-noisy' && facts.challenge
			? [facts.challenge.start, goal.to]
			: []
	);
	return [...ofClaims, ...ofGoals];
}
