/**
 * The length of the search. The default is the same search each time and takes some seconds; `FUZZ_ROUNDS=20000` searches
 * longer with a random seed, and a failure's message has the `FUZZ_SEED` that repeats it.
 */
import type fc from 'fast-check';

const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 0);
const seed = Number(process.env['FUZZ_SEED'] ?? NaN);

/** Whether searches of half a minute are done, too. */
export const isLong = rounds > 0;

export const search: fc.Parameters<unknown> = {
	numRuns: rounds || 150,
	...(Number.isNaN(seed) ? (rounds ? {} : { seed: 20_261_122 }) : { seed })
};

/** Time limit of one test, ms. */
export const patience = { timeout: 60_000 + 100 * rounds };
