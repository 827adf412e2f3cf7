/**
 * What an exercise is: one folder, `NN-slug/`, with `exercise.yaml` (facts), `lesson.md` (text) and one
 * source file per variant and language (`<variant>.c`, `<variant>.go`, ...). The files named here are the only
 * definition; the loader, the runner, the API and the pages import it.
 */
import { z } from 'zod';
import { Facts } from './facts.ts';
import { Language, Slug } from './language.ts';
import { RecordedRun } from './recorded.ts';

export * from './language.ts';
export * from './claim.ts';
export * from './challenge.ts';
export * from './documented.ts';
export * from './facts.ts';
export * from './question.ts';
export * from './recorded.ts';
export { sourceOf, factsIn } from './facts-in.ts';

/** A loaded exercise: its facts, its text and its sources. */
export const Exercise = z.strictObject({
	slug: Slug,
	/** From the folder's prefix; order within the track. */
	order: z.int(),
	facts: Facts,
	/** Markdown of the lesson's three parts. */
	story: z.string(),
	explain: z.string(),
	/** What to expect on other machines. */
	elsewhere: z.string(),
	/** sources[language][variant] = text. Every language has every variant that is written in it. */
	sources: z.partialRecord(Language, z.record(Slug, z.string())),
	/** The solution of the challenge, in each language it is set in. */
	solutions: z.partialRecord(Language, z.string()),
	/** What this code took on other machines. */
	recorded: z.array(RecordedRun).default([])
});
export type Exercise = z.infer<typeof Exercise>;

export const Track = z.strictObject({
	id: Slug,
	title: z.string().min(1),
	summary: z.string().min(1)
});
export type Track = z.infer<typeof Track>;
