/** What flags a choice can have. The rules of all compilers are loaded with the first flag. */
import { offeredFlags, parseFlags, type OfferedFlag } from '@cyclelab/contract/flags/flags';
import { flagsIn, type Choice, type Offer } from './choice.ts';

/** Why the chosen flags are refused, by the function that the server uses: a sentence. */
export function flagsError(
	offer: Pick<Offer, 'together'>,
	{ language, compiler, target, flags }: Choice
): string | undefined {
	const words = flagsIn(flags);
	return (offer.together[language] ?? [compiler])
		.map((built) => parseFlags(words, built, target))
		.flatMap((parsed) => ('error' in parsed ? parsed.error : []))[0];
}

/** What can be typed in place of the last word of a text, with the words before it: a browser's list replaces the whole text. */
export function flagOptions(
	{ compiler, target }: Choice,
	text: string
): (OfferedFlag & { value: string })[] {
	const before = /^(.*\s)?/.exec(text)?.[0] ?? '';
	const typed = flagsIn(before);
	return offeredFlags(compiler, target)
		.filter(({ flag }) => !typed.includes(flag))
		.map((offered) => ({ ...offered, value: `${before}${offered.flag}` }));
}
