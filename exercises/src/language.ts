/**
 * The languages exercises are written in, the runtimes that execute C#, the architectures code is compiled for, and the two
 * forms one of them has of an atomic operation.
 */
import { z } from 'zod';

/** Lower-case words joined by hyphens: names of exercises, variants, claims. */
export const Slug = z
	.string()
	.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
	.max(48)
	// Records are looked up by such names, and this one every object has: a function.
	.refine((name) => name !== 'constructor', '"constructor" cannot be a name; add a word to it');

export const Language = z.enum(['c', 'cpp', 'rs', 'go', 'cs', 'cr']);
export type Language = z.infer<typeof Language>;

/** File name extension of a language's sources, without the dot. */
export const extensionOf: Record<Language, string> = {
	c: 'c',
	cpp: 'cpp',
	rs: 'rs',
	go: 'go',
	cs: 'cs',
	cr: 'cr'
};

/**
 * The runtimes that execute C#. `tier0` and `unpromoted` are CoreCLR with other settings: code as it is compiled at first,
 * without optimisation, and optimised code without physical promotion of structs (the fields that are used, in registers).
 */
export const Runtime = z.enum(['coreclr', 'tier0', 'unpromoted', 'mono']);
export type Runtime = z.infer<typeof Runtime>;

/**
 * How arm64 reads and writes memory in one step: by a load and a store that is repeated until nobody came between, as every
 * core can, or by one instruction of the Large System Extensions, as cores since ARMv8.1 can. LLVM's models know the first.
 */
export const AtomicForm = z.enum(['exclusive', 'lse']);
export type AtomicForm = z.infer<typeof AtomicForm>;

/** Architectures code is compiled for, named as Docker users know them. */
export const Target = z.enum(['x86-64', 'arm64']);
export type Target = z.infer<typeof Target>;
