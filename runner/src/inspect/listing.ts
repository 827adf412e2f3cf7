/** Decoded machine code, as the pure stages pass it on, and its form in a report. */
import { defined } from '@cyclelab/contract/defined';
import type { DisassembledFunction, Instruction } from '@cyclelab/contract/schema/code';
import type { Transfer } from '@cyclelab/contract/transfer';

/** Addresses are numbers: a program at fixed addresses lies below 2^31, and doubles are exact up to 2^53. */
export type Decoded = {
	address: number;
	/** For people, in Intel syntax on x86-64: prefixes joined, comments cut, one blank after the mnemonic. */
	text: string;
	/** Without prefixes. */
	mnemonic: string;
	/** lock, rep, notrack, ... in the order of the listing. */
	prefixes: readonly string[];
	/** Operands as text, split at the commas between them. On arm64 a modifier ("lsl #3") is one too. */
	operands: readonly string[];
	/** Absent: the next instruction follows. */
	flow?: Transfer;
	/** Where a direct jump or call goes. */
	target?: number;
	/** Name of a direct call's or an outward jump's destination, without offset. */
	callee?: string;
	/** Absolute address of an operand relative to the instruction pointer. */
	reference?: number;
	/** The symbol that objdump found for `reference`, with an offset if it is not the symbol's first byte. */
	referenceName?: string;
	/** Line of the learner's file. */
	line?: number;
	/** In AT&T syntax; its bytes in hexadecimal. Where they were asked for. */
	att?: string;
	bytes?: string;
};

export type DecodedFunction = { symbol: string; address: number; instructions: readonly Decoded[] };

/** Of all instructions, in the order of the listing. */
export const addressesOf = (functions: readonly DecodedFunction[]): number[] =>
	functions.flatMap(({ instructions }) => instructions.map(({ address }) => address));

export const hexadecimal = (address: number) => `0x${address.toString(16)}`;

/** `counts`: executions by address, if counted. */
export function reportInstruction(
	instruction: Decoded,
	jump: boolean,
	counts?: ReadonlyMap<number, number>
): Instruction {
	const { address, text, line, target, referenceName, att, bytes } = instruction;
	return {
		address: hexadecimal(address),
		text,
		...(referenceName === undefined ? {} : { data: referenceName }),
		...defined({ att, bytes, line }),
		...(counts ? { count: counts.get(address) ?? 0 } : {}),
		...(jump && target !== undefined ? { target: hexadecimal(target) } : {})
	};
}

/** The functions as a report carries them; a target is given only for jumps within the function. */
export function reportFunctions(
	functions: readonly DecodedFunction[],
	counts?: ReadonlyMap<number, number>
): DisassembledFunction[] {
	return functions.map(({ symbol, address, instructions }) => {
		const own = new Set(instructions.map((instruction) => instruction.address));
		return {
			symbol,
			address: hexadecimal(address),
			instructions: instructions.map((instruction) =>
				reportInstruction(
					instruction,
					isJump(instruction) && own.has(instruction.target ?? -1),
					counts
				)
			)
		};
	});
}

export const isUnconditionalJump = ({ flow }: Decoded) => flow === 'jump';
export const isConditionalJump = ({ flow }: Decoded) => flow === 'branch';
export const isJump = ({ flow }: Decoded) => flow === 'jump' || flow === 'branch';
export const isCall = ({ flow }: Decoded) => flow === 'call';
/** Nothing is executed after it: returns and traps. */
export const isEnd = ({ flow }: Decoded) => flow === 'end';
