/** The arguments of `npm run bench:load`. Pure. */

export type LoadOptions = { learners: number; minutes: number };

/** Throws a sentence about an unknown argument. */
export function readOptions(words: readonly string[]): LoadOptions {
	const options: LoadOptions = { learners: 200, minutes: 10 };
	for (const word of words) {
		const [, name, text = ''] = /^--(learners|minutes)=(.*)$/.exec(word) ?? [];
		if (name !== 'learners' && name !== 'minutes') continue;
		const value = Number(text);
		if (!(value > 0) || (name === 'learners' && !Number.isInteger(value)))
			throw new Error(
				`--${name} needs a number, as in --${name}=${options[name]}; it has “${text}”.`
			);
		options[name] = value;
	}
	return options;
}
