/** The parts of `npm run test:vm`, and the form of their checks. Pure. */
import type { Machine } from './machine.ts';

/** In the order in which they run: the last one stops the machine's Docker Engine. */
export const parts = [
	'start',
	'languages',
	'stop',
	'limits',
	'hostile',
	'compose',
	'rootless'
] as const;
export type Part = (typeof parts)[number];

export type Check = {
	part: Part;
	/** A sentence that must be true. */
	name: string;
	/** Resolves to what was found, in a few words. Rejects if the sentence is not true. */
	run: (machine: Machine) => Promise<string>;
};

/** The parts that these words name: all of them if there is no word. A string is a sentence with the word that is no part. */
export function partsNamed(words: readonly string[]): readonly Part[] | string {
	const unknown = words.filter((word) => !parts.some((part) => part === word));
	if (unknown.length > 0)
		return `There is no part ${unknown.join(', ')}. The parts are: ${parts.join(', ')}.`;
	return parts.filter((part) => words.length === 0 || words.includes(part));
}

/** Throws an error with the sentence and what was found instead. */
export function must(isTrue: boolean, sentence: string, found: unknown): asserts isTrue {
	if (isTrue) return;
	throw new Error(`${sentence}\n${typeof found === 'string' ? found : JSON.stringify(found)}`);
}

export const lastLines = (text: string, lines: number) =>
	text.trimEnd().split('\n').slice(-lines).join('\n');
