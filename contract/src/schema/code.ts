/** A compiled source: its machine code, its hot loop, and the compiler's intermediate forms. */
import { z } from 'zod';
import { Slug } from '@cyclelab/exercises/schema';
import { Category } from './blocks.ts';

/** An address in the ELF, hexadecimal with 0x. */
export const Address = z.string().regex(/^0x[0-9a-f]+$/);

/** Characters of the name of a variable; longer names are left out. */
export const longestDataName = 128;

export const Instruction = z.strictObject({
	address: Address,
	/** Intel syntax on x86-64, as llvm-objdump prints it, prefixes joined, comments cut. */
	text: z.string(),
	/**
	 * The variable that an operand relative to the instruction pointer lies in, by the program's table of symbols: its name, with
	 * an offset in bytes (`packet`, `packet+0x8`). Of x86-64 only; absent in reports of earlier versions.
	 */
	data: z.string().max(longestDataName).optional(),
	/** In AT&T syntax, where it was asked for. */
	att: z.string().optional(),
	/** Its bytes in hexadecimal, where they were asked for: 15 of an instruction, and any prefixes without effect. */
	bytes: z
		.string()
		.regex(/^(?:[0-9a-f]{2}){1,32}$/)
		.optional(),
	/** Line of the learner's file (1-based), through inlining if need be. */
	line: z.int().positive().optional(),
	/** How often it was executed in the count run. Exact. Absent until counted. */
	count: z.int().nonnegative().optional(),
	/** Target address of a branch within the same function, for arrows and links. */
	target: Address.optional()
});
export type Instruction = z.infer<typeof Instruction>;

export const DisassembledFunction = z.strictObject({
	symbol: z.string(),
	address: Address,
	instructions: z.array(Instruction)
});
export type DisassembledFunction = z.infer<typeof DisassembledFunction>;

/** An effect that the model does not cover in a loop, or a reason for doubt. */
export const Badge = z.strictObject({
	id: Slug,
	label: z.string(),
	sentence: z.string(),
	/** `outside-model`: the prediction is not comparable. `caution`: comparable with a doubt. */
	weight: z.enum(['outside-model', 'caution']),
	/** Addresses of the instructions it is about. */
	addresses: z.array(Address)
});
export type Badge = z.infer<typeof Badge>;

export const HotLoop = z.strictObject({
	symbol: z.string(),
	/** The hot path, in execution order, unconditional jumps dropped. */
	instructions: z.array(Instruction),
	/** Loops that do the same in other registers, this one among them. Absent: it is the only one. */
	copies: z.int().min(2).optional(),
	/** Part of all passes of these loops that are its own. Absent: each has as many. */
	part: z.number().positive().max(1).optional(),
	/** Part of all executed instructions of the kernel that it and its copies account for, 0..1. */
	share: z.number(),
	/** min(count on the path) / header count, 0..1. Below 0.9: path-dependent. */
	pathCoverage: z.number(),
	/** Passes each time the loop is entered. Absent: it is entered once, or the counts do not tell. */
	passesPerEntry: z.number().positive().optional(),
	/** k: iterations of the source's loop per pass of the assembly loop, or of a copy. */
	sourceIterations: z.number().positive(),
	/** Which measured blocks are like it. Of x86-64 only. */
	category: Category.optional(),
	badges: z.array(Badge)
});
export type HotLoop = z.infer<typeof HotLoop>;

/** Where instructions were executed in code that is not among the functions shown, in one file or in memory of none. */
export const Unshown = z.strictObject({
	/** The file the code was mapped from, its folders cut. Absent: anonymous memory, as of code made while the program ran. */
	file: z.string().max(64).optional(),
	/** Of the first and last block executed. */
	from: Address,
	to: Address,
	instructionsPerIteration: z.number().positive(),
	/** Part of all instructions executed per iteration, 0..1. */
	share: z.number()
});
export type Unshown = z.infer<typeof Unshown>;

/**
 * A form of the code that the compiler shows: Go's SSA phases, the LLVM IR of clang, Rust and Crystal, what each of
 * LLVM's passes changed in it, C and C++ as the preprocessor leaves it, what .NET's just-in-time compiler prints.
 */
export const Representation = z.strictObject({
	id: z.enum(['ssa', 'llvm-ir', 'passes', 'preprocessed', 'jit']),
	title: z.string(),
	/** In the order of the compiler's passes; text as the compiler printed it. */
	phases: z.array(z.strictObject({ name: z.string(), text: z.string() }))
});
export type Representation = z.infer<typeof Representation>;
