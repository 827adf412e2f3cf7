/**
 * Whether two loops do the same in other registers. Compilers copy a loop: clang unrolls the loop around one that has no fixed
 * number of passes, and a source with one loop inside another then has four of the inner one, each with a quarter of the passes.
 */
import type { Decoded } from './listing.ts';
import { arm64Register } from './registers-arm64.ts';
import { wholeRegister } from './registers-x86-64.ts';

/** The same for two loops with the same instructions in the same order, the same constants and places, and registers that correspond. */
export function shapeOf({ instructions }: { instructions: readonly Decoded[] }): string {
	const numbers = new Map<string, number>();
	const numbered = (word: string) => {
		const register = wholeRegister(word) ?? arm64Register(word);
		if (register === undefined) return word;
		const number = numbers.get(register) ?? numbers.size;
		numbers.set(register, number);
		return `${kindOf(word)}#${number}`;
	};
	return instructions
		.map(({ prefixes, mnemonic, operands, target, callee = '', reference }) => {
			// A direct jump's own address, and a distance from the instruction pointer, are others in each copy.
			const places = target === undefined ? operands : operands.slice(0, -1);
			const texts = places.map((operand) =>
				(reference === undefined
					? operand
					: operand.replace(/\brip [+-] \w+/, `${reference}`)
				).replace(/\b[a-z]\w*/g, numbered)
			);
			return [...prefixes, mnemonic, callee, ...texts].join(' ');
		})
		.join('\n');
}

/** A register's kind and width: its name without its number, and for `eax`, `ax`, `al` what `r8d`, `r8w`, `r8b` have. */
function kindOf(name: string): string {
	if (/\d/.test(name)) return name.replace(/\d+/, '');
	if (name.startsWith('r')) return 'r';
	if (name.startsWith('e')) return 'rd';
	if (name.endsWith('h')) return 'h';
	return name.endsWith('l') ? 'rb' : 'rw';
}
