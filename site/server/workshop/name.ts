/** Names of participants and workshops: one line of text, without signs that hide or turn round what stands beside them. Pure. */
import { oneLine } from '../one-line.ts';

export const nameCharacters = 40;
export const titleCharacters = 80;

/** A name as it is kept; undefined if nothing is left of it. */
export const nameOf = (typed: string): string | undefined => lineOf(typed, nameCharacters);
export const titleOf = (typed: string): string | undefined => lineOf(typed, titleCharacters);

function lineOf(typed: string, most: number): string | undefined {
	const kept = [...oneLine(typed.normalize('NFC'))].slice(0, most).join('').trim();
	return kept === '' ? undefined : kept;
}

/** The name, with a number behind it if somebody has it. */
export function freeName(name: string, taken: readonly string[]): string {
	const known = new Set(taken.map((one) => one.toLowerCase()));
	if (!known.has(name.toLowerCase())) return name;
	for (let number = 2; ; number++) {
		const end = ` ${number}`;
		const next = [...name].slice(0, nameCharacters - end.length).join('') + end;
		if (!known.has(next.toLowerCase())) return next;
	}
}
