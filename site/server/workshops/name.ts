/** Names of participants and workshops, and what participants write: one line of text, without characters that hide or reverse other text. Pure. */
import { titleCharacters } from '../../shared/workshop-schema.ts';
import { questionCharacters, reasonCharacters } from '../../shared/workshop-inputs.ts';
import { oneLine } from '../../shared/one-line.ts';

export const nameCharacters = 40;

/** The normalised name; undefined if it is empty. */
export const nameOf = (typed: string): string | undefined => lineOf(typed, nameCharacters);
export const titleOf = (typed: string): string | undefined => lineOf(typed, titleCharacters);
/** Of a vote. */
export const reasonOf = (typed: string): string | undefined => lineOf(typed, reasonCharacters);
/** From the room. */
export const questionLineOf = (typed: string): string | undefined =>
	lineOf(typed, questionCharacters);

function lineOf(typed: string, most: number): string | undefined {
	const kept = [...oneLine(typed.normalize('NFC'))].slice(0, most).join('').trim();
	return kept === '' ? undefined : kept;
}

/** The name, with a number appended if it is taken. */
export function freeName(name: string, taken: readonly string[]): string {
	const known = new Set(taken.map((one) => one.toLowerCase()));
	if (!known.has(name.toLowerCase())) return name;
	for (let number = 2; ; number++) {
		const end = ` ${number}`;
		const next = [...name].slice(0, nameCharacters - end.length).join('') + end;
		if (!known.has(next.toLowerCase())) return next;
	}
}
