/** Phases of a compiler, cut to what a page can hold and a database keep. */
import type { Representation } from '@cyclelab/contract/schema/code';

export type Phase = Representation['phases'][number];

/** Of all phases together. An exercise's kernel needs about 30,000 in Go, 50,000 in LLVM. */
const maximumCharacters = 256 * 1024;

/** Those that changed something, each with its part of the room. Undefined if there is none. */
export function shownPhases(all: readonly Phase[]): Phase[] | undefined {
	const phases = all.filter((phase, i) => phase.text !== '' && phase.text !== all[i - 1]?.text);
	if (phases.length === 0) return undefined;
	const each = Math.floor(maximumCharacters / phases.length);
	return phases.map((phase) => ({ ...phase, text: cut(phase.text, each) }));
}

function cut(text: string, most: number): string {
	if (text.length <= most) return text;
	const end = text.lastIndexOf('\n', most);
	return `${text.slice(0, end < 0 ? most : end)}\n[cut here: ${text.length} characters are too long to show]`;
}
