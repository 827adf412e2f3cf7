/** Keys of `ui/storage.ts` for what the browser keeps about runs of an exercise. */

/** Id of the run that the learner started last, until it has ended. */
export const lastRunKey = (slug: string) => `run:${slug}`;

/** The measured answer to the exercise's question and the prediction, once both may be seen (`resultText`). */
export const resultKey = (slug: string) => `result:${slug}`;

/** "yes" once the learner saw a run of the exercise to its end; the home page reads it too. */
export const ranKey = (slug: string) => `ran:${slug}`;
