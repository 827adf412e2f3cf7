/**
 * How long is searched. As it stands, the same search every time, some seconds in all; `FUZZ_ROUNDS=20000` searches
 * longer and elsewhere each time, and says by which `FUZZ_SEED` a find is had again.
 */
import type fc from 'fast-check';

const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 0);
const seed = Number(process.env['FUZZ_SEED'] ?? NaN);

/** Whether what takes half a minute is done too. */
export const isLong = rounds > 0;

export const search: fc.Parameters<unknown> = {
	numRuns: rounds || 150,
	...(Number.isNaN(seed) ? (rounds ? {} : { seed: 20_261_122 }) : { seed })
};

/** Patience with one test, ms. */
export const patience = { timeout: 60_000 + 100 * rounds };
