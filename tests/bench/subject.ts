/** The inspected source, with a small change in each request. */
import { loadExercises } from '@cyclelab/exercises/load';
import type { Exercise } from '@cyclelab/exercises/schema';
import type { Models } from '@cyclelab/contract/schema/job';

/** The source that the sections about speed inspect. */
export const inspected = { exercise: 'store-forwarding', variant: 'word' } as const;

export async function exercise(slug: string): Promise<Exercise> {
	const { exercises } = await loadExercises();
	const found = exercises.find((exercise) => exercise.slug === slug);
	if (!found) throw new Error(`there is no exercise ${slug}`);
	return found;
}

export function sourceOf({ sources }: Exercise, variant: string): string {
	const text = sources.c?.[variant];
	if (text === undefined) throw new Error(`${variant} has no source in C`);
	return text;
}

let serial = 0;

/**
 * The source with a different comment and, if it has a mask of 8 bits, a different constant of the same width, so that
 * no cache has the result and every address stays the same.
 */
export function varied(source: string): string {
	serial += 1;
	const mask = `0x${(0x80 + (serial % 0x7f)).toString(16)}`;
	return `/* ${process.pid} ${serial} */\n${source.replace('0xff', mask)}`;
}

/** A page's request to inspect a changed source. `host`: as sent while a learner types. */
export const inspection = (source: string, models: Models) => ({
	exercise: inspected.exercise,
	variants: [inspected.variant],
	sources: { [inspected.variant]: varied(source) },
	stages: ['inspect'],
	models
});
