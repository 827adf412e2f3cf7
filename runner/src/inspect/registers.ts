/** Which registers an instruction reads and writes, and what its memory operand is: the neutral form. */

export type Memory = {
	/** Registers of the address, by the name of the whole register. Empty for an absolute address. */
	registers: string[];
	/** Everything but the displacement, the same text for the same form, e.g. "rax+8*rcx". */
	form: string;
	/**
	 * The absolute address if it is known, else the displacement. Where the instruction changes the address's register too
	 * (arm64's write-back): for a load from the register's value before, for a store from the one after.
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
	memory?: Memory;
	/** The one written register that depends on its own old value only: an address that is moved on by its access. */
	advances?: string;
};

export const unique = (names: readonly (string | undefined)[]): string[] => [
	...new Set(names.filter((name) => name !== undefined))
];
