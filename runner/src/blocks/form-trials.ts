/** The trials that the figures of some blocks' forms need, as text. Pure. */
import type { Decoded } from '../inspect/listing.ts';
import type { CodeBlock } from './extract.ts';
import { formOf, registerFormOf } from './forms.ts';
import { bridges, trialsOf, type Trials } from './trials.ts';

export type FormTrials = { form: string } & Trials;

/** `nop`s are no form of a block. What ends the line keeps them from being read as padding. */
export const widthTrial: FormTrials = {
	form: 'nop',
	stream: { lines: [...Array.from({ length: 11 }, () => 'nop'), 'mov eax, 0x1'], instances: 12 }
};
export const loadLines = ['mov rcx, qword ptr [rcx]'];

/** Times that a trial's lines stand in the measured block: more if its time was not believed, so that what differs once weighs less. */
export const repetitions: readonly number[] = [1, 3, 3];

/** Characters. Real code has no longer mnemonics or blocks, so a longer text is refused. */
const longest = { form: 80, text: 2000 };

/** The first instruction of each form, and of the form without memory of those that calculate with what they load. */
export function examplesOf(
	blocks: readonly Pick<CodeBlock, 'instructions'>[]
): Map<string, Decoded> {
	const examples = new Map<string, Decoded>();
	for (const instruction of blocks.flatMap(({ instructions }) => instructions))
		for (const one of [instruction, registerFormOf(instruction)]) {
			const form = one && formOf(one);
			if (one && form !== undefined && !examples.has(form)) examples.set(form, one);
		}
	return examples;
}

export const trialsOfForms = (examples: ReadonlyMap<string, Decoded>): FormTrials[] =>
	[...examples]
		.map(([form, example]) => ({ form, ...trialsOf(example) }))
		.filter((one) => one.form.length <= longest.form && textsOf([one]).every(isShort));

const isShort = (text: string) => text.length <= longest.text;

/** The text by which a trial's time is found again. */
export const textOf = (lines: readonly string[]): string => lines.join('\n');

/** Each text once. */
export function textsOf(trials: readonly Trials[]): string[] {
	const all = trials.flatMap(({ chain, stream }) => [
		stream.lines,
		...(chain ? [chain.lines] : [])
	]);
	return [...new Set(all.map(textOf))].filter((text) => text !== '');
}

/** What the figures of each form need, whatever its form is. */
export const commonTexts: readonly string[] = [
	...new Set([
		textOf(loadLines),
		...Object.values(bridges).map((lines) => textOf(lines)),
		...textsOf([widthTrial])
	])
];
