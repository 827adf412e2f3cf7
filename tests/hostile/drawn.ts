/** Programs that are drawn by a seed: how many, and by which. FUZZ_ROUNDS sets their number, FUZZ_SEED the seed. */
import { randomInt } from 'node:crypto';
import fc from 'fast-check';

const { FUZZ_ROUNDS, FUZZ_SEED } = process.env;

/** Whether each program's outcome is printed. */
export const isFuzzing = FUZZ_ROUNDS !== undefined;

/** With FUZZ_ROUNDS alone the seed is random. @param fixed those of `npm test` */
export const rounds = (fixed: { seed: number; programs: number }) => ({
	howMany: Number(FUZZ_ROUNDS ?? fixed.programs),
	seed: Number(FUZZ_SEED ?? (FUZZ_ROUNDS ? randomInt(2 ** 31) : fixed.seed))
});

/** In an order that does not depend on how many are wanted. */
export const drawn = <Program>(
	from: fc.Arbitrary<Program>,
	seed: number,
	howMany: number
): Program[] => (howMany === 0 ? [] : fc.sample(fc.noBias(from), { seed, numRuns: howMany }));
