/** Where small things about runs are kept in the browser; the home page looks there too. */

/** The run that was begun last. */
export const runPlace = (slug: string) => `run:${slug}`;

/** That a run of an exercise was seen to its end. */
export const ranPlace = (slug: string) => `ran:${slug}`;
