/** Keys of `ui/storage.ts` for what the browser keeps about runs of an exercise. */

/** Id of the run that the learner started last, until it has ended. */
export const lastRunKey = (slug: string) => `run:${slug}`;

/** "yes" once the learner saw a run of the exercise to its end; the home page reads it too. */
export const ranKey = (slug: string) => `ran:${slug}`;
