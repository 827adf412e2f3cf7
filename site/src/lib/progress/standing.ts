/** How far a learner is on the path through the exercises, by what the browser has kept. Pure. */
import { passedPlace } from '../exercise/attempt.svelte.ts';
import { ranPlace } from '../attempts/places.ts';
import { guessPlace } from '../run/guesses.svelte.ts';

/** The furthest thing that was done of an exercise. */
export type Standing = 'predicted' | 'ran' | 'passed';

/** @param load what is kept at a place */
export function standingOf(
	slug: string,
	load: (place: string) => string | undefined
): Standing | undefined {
	if (load(passedPlace(slug))) return 'passed';
	if (load(ranPlace(slug))) return 'ran';
	return load(guessPlace(slug)) ? 'predicted' : undefined;
}

interface Step {
	slug: string;
	minutes: number;
	/** No step of the path: a bench to come back to. */
	free: boolean;
}

export interface Way<One> {
	/** What comes next: what was begun, else the first that was not. Absent: all is done. */
	next: One | undefined;
	done: number;
	all: number;
	minutesLeft: number;
}

/** The way that is left of exercises in their order. One counts as done once it was run. */
export function wayThrough<One extends Step>(
	exercises: readonly One[],
	standings: Readonly<Record<string, Standing | undefined>>
): Way<One> {
	const steps = exercises.filter(({ free }) => !free);
	const open = steps.filter(({ slug }) => !['ran', 'passed'].includes(standings[slug] ?? ''));
	return {
		next: open.find(({ slug }) => standings[slug] === 'predicted') ?? open[0],
		done: steps.length - open.length,
		all: steps.length,
		minutesLeft: open.reduce((sum, { minutes }) => sum + minutes, 0)
	};
}
