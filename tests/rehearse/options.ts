/** The words of `npm run rehearse`. Pure. */

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
	const options: RehearsalOptions = { people: 60, site: fallback, code: undefined, pace: 1 };
	for (let i = 0; i < words.length; i++) {
		const word = words[i] ?? '';
		const value = words[i + 1];
		if (/^\d+$/.test(word)) options.people = Number(word);
		else if (value === undefined) return `“${word}” is unknown, or has no value after it.`;
		else {
			i += 1;
			if (word === '--site') options.site = value.replace(/\/+$/, '');
			else if (word === '--code') options.code = value;
			else if (word === '--pace') options.pace = Number(value);
			else return `“${word}” is unknown.`;
		}
	}
	if (!(options.people >= 1 && options.people <= mostPeople))
		return `A workshop takes 1 to ${mostPeople} people, not ${options.people}.`;
	if (!(options.pace > 0 && options.pace <= 100))
		return 'A pace is a number above 0 and at most 100.';
	return options;
}
