/** What the rules of all compilers share: names in a pattern, and the reasons for refusals. Browser-safe. */
import type { Target } from '@cyclelab/exercises/schema';

/** A kind of flag that is refused, and the reason: a clause that follows a colon. */
export type FlagRefusal = { pattern: RegExp; why: string };

/** The names as alternatives in a regular expression. */
export const alternatives = (names: readonly string[]): string =>
	names.map((name) => name.replaceAll(/[.+]/g, '\\$&')).join('|');

/** One kind of flag a learner may give. */
export type FlagRule = {
	pattern: RegExp;
	/** How a flag of this kind begins: a refused flag that begins so is answered with `sentence`. */
	stem: string;
	/** The rule as people read it. */
	sentence: string;
	/** What flags of this kind do, a short phrase. */
	purpose: string;
	/** Flags of this kind that a page can offer: all of them, or examples where a name is free. */
	examples: readonly string[];
	/** The only architecture that it makes sense for. */
	target?: Target;
};
