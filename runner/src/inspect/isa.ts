/**
 * What differs between the architectures, as far as a listing of machine code is read: one table for each. Everything
 * else in this folder is neutral and asks here.
 */
import type { Transfer } from '@cyclelab/contract/transfer';
import type { Decoded } from './listing.ts';
import type { OpcodeKind } from './opcodes.ts';
import type { Affine } from './places.ts';
import type { Access } from './registers.ts';

export type Isa = {
	/** Options by which llvm-objdump prints the syntax people read. */
	syntax: readonly string[];
	/** What begins a comment of objdump's behind an instruction. */
	comment: string;
	/** Prefixes that objdump prints on a line of their own or before the mnemonic. */
	prefixes: ReadonlySet<string>;
	/** Mnemonics that fill the space between two functions. */
	padding: ReadonlySet<string>;
	flow: (mnemonic: string) => Transfer | undefined;
	/** Whether an operand that is a bare hexadecimal number is an address, as it is of every direct branch. */
	bareAddress: (mnemonic: string) => boolean;
	/** Bytes of a constant among the code that it loads from `reference`; 0 if it loads none. */
	literalBytes: (instruction: Decoded) => number;
	/** Stores only if nobody else has: the loop around it is a retry, and hardly ever repeats. */
	retried: (mnemonic: string) => boolean;
	/** Which registers it reads and writes, and its memory operand. */
	access: (instruction: Decoded) => Access;
	/** Adds a constant to a register: its name. */
	constantAdd: (instruction: Decoded) => string | undefined;
	/** What it leaves in a register, if it only moves, adds and multiplies by constants. */
	affine: (instruction: Decoded) => Affine | undefined;
	/** An operand's bits, if it is the lowest part of a general register. */
	bitsOf: (operand: string) => number | undefined;
	/** Instructions whose cost llvm-mca's models do not describe. */
	opcodes: readonly OpcodeKind[];
	/** qemu's program for it, and its options. */
	emulator: readonly string[];
};
