/** The parts of `npm run test:vm`, and the form of their checks. Pure. */
import type { VirtualMachine } from './machine.ts';

/** In the order in which they run: the last one stops the machine's Docker Engine. */
export const parts = [
	'start',
	'languages',
	'stop',
	'apparmor',
	'limits',
	'hostile',
	'compose',
	'rootless'
] as const;
type CheckPart = (typeof parts)[number];

export type Check = {
	part: CheckPart;
	/** A sentence that must be true. */
	name: string;
	/** Of the machine; by default two. */
	processors?: number;
	/** Resolves to what was found, in a few words. Rejects if the sentence is not true. */
	run: (machine: VirtualMachine) => Promise<string>;
};

/**
 * The checks that these words choose, in their order: `part` all of that part, `part/text` those of it whose name holds the
 * text. All checks if there is no word. A string is a sentence with the words that choose none.
 */
export function checksNamed(
	checks: readonly Check[],
	words: readonly string[]
): readonly Check[] | string {
	const isChosen = ({ part, name }: Check, word: string) => {
		const [start = '', ...text] = word.split('/');
		return part === start && name.includes(text.join('/'));
	};
	const unknown = words.filter((word) => !checks.some((check) => isChosen(check, word)));
	if (unknown.length > 0)
		return `There is no check ${unknown.join(', ')}. The parts are: ${parts.join(', ')}. PART/TEXT chooses the checks of a part whose name holds the text.`;
	return checks.filter(
		(check) => words.length === 0 || words.some((word) => isChosen(check, word))
	);
}

/** Throws an error with the sentence and what was found instead. */
export function must(isTrue: boolean, sentence: string, found: unknown): asserts isTrue {
	if (isTrue) return;
	throw new Error(`${sentence}\n${typeof found === 'string' ? found : JSON.stringify(found)}`);
}

export const lastLines = (text: string, lines: number) =>
	text.trimEnd().split('\n').slice(-lines).join('\n');
