/**
 * The variables that instructions address relative to the instruction pointer. llvm-objdump names the last symbol before an
 * address, even where a constant without a symbol lies there, so a name counts only if the table of symbols has a variable
 * whose bytes include the address. Pure.
 */
import { longestDataName } from '@cyclelab/contract/schema/code';
import { symbolsOf } from './elf-sections.ts';
import type { DecodedFunction } from './listing.ts';

/** Variables of a program that are looked at; a program of Go has some thousands. */
const mostVariables = 100_000;

type Extent = { from: number; bytes: number };

/** Where the program's variables lie, by address. None if it is no ELF or has no table of symbols. */
export function variablesIn(program: Buffer): Extent[] {
	const found: Extent[] = [];
	for (const { address, bytes } of symbolsOf(program, 'variable')) {
		found.push({ from: address, bytes });
		if (found.length === mostVariables) break;
	}
	return found.sort((a, b) => a.from - b.from || a.bytes - b.bytes);
}

/** The functions without the names of addresses at which the program has no variable, and without very long names. */
export function withDataNames(
	functions: readonly DecodedFunction[],
	program: Buffer | undefined
): DecodedFunction[] {
	const variables = program ? variablesIn(program) : [];
	return functions.map((decoded) => ({
		...decoded,
		instructions: decoded.instructions.map(({ referenceName, ...instruction }) =>
			referenceName !== undefined &&
			referenceName.length <= longestDataName &&
			isInOne(variables, instruction.reference ?? NaN)
				? { ...instruction, referenceName }
				: instruction
		)
	}));
}

/** Whether the last variable that begins at or before an address includes it. By binary search. */
function isInOne(variables: readonly Extent[], address: number): boolean {
	let [from, to] = [0, variables.length];
	while (from < to) {
		const middle = (from + to) >> 1;
		if ((variables[middle]?.from ?? Infinity) <= address) from = middle + 1;
		else to = middle;
	}
	const last = variables[from - 1];
	return last !== undefined && address < last.from + last.bytes;
}
