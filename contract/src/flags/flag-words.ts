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

/** The names as a sentence lists them. */
const listed = (names: readonly string[]): string =>
	names.length > 3 ? names.join(', ') : names.join(', ').replace(/, (?=[^,]*$)/, ' or ');

/** A flag without a value. */
export const valueless = (flag: string, purpose: string): FlagRule => ({
	stem: flag,
	pattern: new RegExp(`^${flag}$`),
	sentence: `${flag} takes no value`,
	purpose,
	examples: [flag]
});

/** A flag that takes one of some names behind its `=`. */
export const oneOf = (stem: string, names: readonly string[], purpose: string): FlagRule => ({
	stem,
	pattern: new RegExp(`^${stem}=(${alternatives(names)})$`),
	sentence: `${stem}= takes ${listed(names)}`,
	purpose,
	examples: names.map((name) => `${stem}=${name}`)
});

/** A flag that takes a list of a processor's features, switched on or off. */
export const featuresOf = (stem: string, names: readonly string[]): FlagRule => ({
	stem,
	pattern: new RegExp(`^${stem}=[+-](${alternatives(names)})(,[+-](${alternatives(names)})){0,7}$`),
	sentence: `${stem}= takes up to eight of ${names.join(', ')}, each with + or - before it, with commas between`,
	purpose: 'extensions of the instruction set, used or not',
	examples: names.flatMap((name) => [`${stem}=+${name}`, `${stem}=-${name}`])
});

/** What a flag does that names a processor by one word. */
export const processorPurpose = 'instructions that the compiler may use, and whose costs decide';
