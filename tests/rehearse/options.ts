/** The words of `npm run rehearse`. Pure. */
import { parseArgs } from 'node:util';

export type RehearsalOptions = {
	people: number;
	/** Address of the site, without a slash at its end. */
	site: string;
	/** Code of the workshop to join; undefined: a new workshop is opened. */
	code: string | undefined;
	/** How much faster than people they act. */
	pace: number;
};

const mostPeople = 300;

export const usage = [
	'npm run rehearse -- 60                    opens a workshop with 60 synthetic participants',
	'npm run rehearse -- 60 --code K7QM-4TXR   joins a workshop that is open',
	'     --site https://the.site   another site than the one on this machine',
	'     --pace 3                  they act three times as fast'
].join('\n');

/**
 * @param fallback the address of the site on this machine
 * @returns the options, or a sentence on the word that is wrong
 */
export function optionsOf(words: readonly string[], fallback: string): RehearsalOptions | string {
	let parsed;
	try {
		parsed = parseArgs({
			args: [...words],
			allowPositionals: true,
			options: { site: { type: 'string' }, code: { type: 'string' }, pace: { type: 'string' } }
		});
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
	const [people = '60', ...others] = parsed.positionals;
	if (others.length > 0) return `“${others[0]}” is one word too many.`;
	const { site = fallback, code, pace = '1' } = parsed.values;
	const options = {
		people: Number(people),
		site: site.replace(/\/+$/, ''),
		code,
		pace: Number(pace)
	};
	if (!(options.people >= 1 && options.people <= mostPeople))
		return `A workshop takes 1 to ${mostPeople} people, not ${people}.`;
	if (!(options.pace > 0 && options.pace <= 100))
		return 'A pace is a number above 0 and at most 100.';
	return options;
}
