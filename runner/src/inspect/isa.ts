/**
 * What differs between the architectures, as far as a listing of machine code is read: one table for each. Everything
 * else in this folder is neutral and asks here.
 */
import type { Target } from '@cyclelab/exercises/schema';
import { arm64 } from './isa-arm64.ts';
import { x86 } from './isa-x86-64.ts';
import type { Decoded, Flow } from './listing.ts';
import type { Kind } from './opcode-badges.ts';
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
	flow: (mnemonic: string) => Flow | undefined;
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
	/** Instructions whose cost llvm-mca's models do not describe. */
	opcodes: readonly Kind[];
	/** qemu's program for it, and its options. */
	emulator: readonly string[];
};

const tables: Record<Target, Isa> = { 'x86-64': x86, arm64 };

export const isaOf = (target: Target): Isa => tables[target];
