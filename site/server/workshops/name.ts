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

/** Equal for names that differ only in letter case, in compatible forms of characters, or in what is invisible. */
const folded = (name: string): string =>
	oneLine(name.normalize('NFKC')).toUpperCase().toLowerCase().normalize('NFKC');

/** The name, with a number appended if it is taken. */
export function freeName(name: string, taken: readonly string[]): string {
	const takenNames = new Set(taken.map(folded));
	if (!takenNames.has(folded(name))) return name;
	for (let number = 2; ; number++) {
		const end = ` ${number}`;
		const next = [...name].slice(0, nameCharacters - end.length).join('') + end;
		if (!takenNames.has(folded(next))) return next;
	}
}
