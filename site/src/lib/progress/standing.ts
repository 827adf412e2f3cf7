/** How far a learner is on the path through the exercises, by what the browser has kept. Pure. */
import { languageNames } from '@cyclelab/exercises/names';
import { passedKey } from '../exercise/attempt.svelte.ts';
import { ranKey, resultKey } from '../attempts/storage-keys.ts';
import type { QuestionAnswer } from '../exercise/question-picture.ts';
import { guessKey } from '../run/guesses.svelte.ts';

/** The furthest thing that was done of an exercise. */
export type Standing = 'predicted' | 'ran' | 'passed';

/** @param load reads the value that the browser keeps under a key */
export function standingOf(
	slug: string,
	load: (key: string) => string | undefined
): Standing | undefined {
	if (load(passedKey(slug))) return 'passed';
	if (load(ranKey(slug))) return 'ran';
	const keys = ['any', ...Object.keys(languageNames)];
	return keys.some((key) => load(guessKey(slug, key))) ? 'predicted' : undefined;
}

/**
 * The answer to an exercise's question that the learner has seen.
 * @param load as for `standingOf`
 */
export function resultOf(
	slug: string,
	load: (key: string) => string | undefined
): QuestionAnswer | undefined {
	const [measured = 0, guess = 0] = (load(resultKey(slug)) ?? '').split(' ').map(Number);
	return measured > 0 ? { measured, guess: guess > 0 ? guess : undefined } : undefined;
}

/** What `resultOf` reads. */
export const resultText = ({ measured, guess }: QuestionAnswer): string =>
	guess === undefined ? `${measured}` : `${measured} ${guess}`;

/** Whether an exercise counts as done: it was run, and its end was seen. */
export const isDone = (standing: Standing | undefined): boolean =>
	standing === 'ran' || standing === 'passed';

interface PathStep {
	slug: string;
	minutes: number;
	/** No step of the path: a bench to come back to. */
	free: boolean;
	/** Slugs of the exercises it builds on. */
	requires: readonly string[];
}

/** Why an exercise is the next one. */
export type Reason<One> =
	/** It was begun: there is a prediction, and no run. */
	| { kind: 'begun' }
	/** Nothing was done yet. */
	| { kind: 'first' }
	/** The first one of the path that is not done. It builds on these, all of them done. */
	| { kind: 'first-open'; buildsOn: One[] };

export interface Way<One> {
	/** What comes next, and why. Absent: all is done. */
	next: One | undefined;
	reason: Reason<One> | undefined;
	done: number;
	begun: number;
	all: number;
	minutesLeft: number;
}

/**
 * The way that is left of exercises in their order. Next comes an exercise that was begun, else the first open exercise whose
 * required exercises are done. A required exercise that is not among these counts as done.
 */
export function wayThrough<One extends PathStep>(
	exercises: readonly One[],
	standings: Readonly<Record<string, Standing | undefined>>
): Way<One> {
	const steps = exercises.filter(({ free }) => !free);
	const open = steps.filter(({ slug }) => !isDone(standings[slug]));
	const begun = open.filter(({ slug }) => standings[slug] === 'predicted');
	const next = begun[0] ?? open.find((exercise) => openRequirements(exercise, open).length === 0);
	return {
		next,
		reason: next && reasonFor(next, steps, begun.length > 0, open.length === steps.length),
		done: steps.length - open.length,
		begun: begun.length,
		all: steps.length,
		minutesLeft: open.reduce((sum, { minutes }) => sum + minutes, 0)
	};
}

function reasonFor<One extends PathStep>(
	{ requires }: One,
	steps: readonly One[],
	isBegun: boolean,
	isFirst: boolean
): Reason<One> {
	if (isBegun) return { kind: 'begun' };
	if (isFirst) return { kind: 'first' };
	return { kind: 'first-open', buildsOn: steps.filter(({ slug }) => requires.includes(slug)) };
}

/** The open exercises among the required exercises. */
export function openRequirements<One extends Pick<PathStep, 'slug' | 'requires'>>(
	{ requires }: One,
	open: readonly One[]
): One[] {
	return open.filter(({ slug }) => requires.includes(slug));
}
