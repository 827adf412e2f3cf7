/** Which registers an instruction reads and writes, and what its memory operand is: the neutral form. */

export type MemoryOperand = {
	/** Registers of the address, by the name of the whole register. Empty for an absolute address. */
	registers: string[];
	/** Everything but the displacement, the same text for the same form, e.g. "rax+8*rcx". */
	form: string;
	/**
	 * The absolute address if it is known, else the displacement. Where the instruction changes the address's register too
	 * (arm64's write-back): for a load from the register's value before, for a store from its value after it.
	 */
	displacement: number;
	bytes: number;
	loads: boolean;
	stores: boolean;
};

/** Registers by the name of the whole register; `flags` stands for the condition flags. */
export type Access = {
	reads: string[];
	writes: string[];
	memory?: MemoryOperand;
	/** The written register that depends only on its own old value: an address that is moved on by its access. */
	advances?: string;
};

/** `#-0x10` and `-0x10` -> -16. */
export const signed = (immediate: string): number => {
	const text = immediate.replace(/^#/, '');
	return text.startsWith('-') ? -Number(text.slice(1)) : Number(text);
};

export const unique = (names: readonly (string | undefined)[]): string[] => [
	...new Set(names.filter((name) => name !== undefined))
];
