/** A kernel whose executions are known, and how they are held against what was counted. */
import type { Language, Target } from '@cyclelab/exercises/schema';
import type { DecodedFunction } from '../../../../runner/src/inspect/listing.ts';
import type { Compiler } from '../../../../runner/src/schema/compiler.ts';
import type { Counts } from '../../../../runner/src/toolchains/toolchain.ts';

/** Numbers by what they count. */
export type Tally = Readonly<Record<string, number | string>>;

export type Case = {
	name: string;
	language: Language;
	compiler: Compiler;
	target: Target;
	flags: readonly string[];
	source: string;
	/** With which it is called. */
	iterations: number;
	/** By hand. */
	expected: Tally;
	/** The same, by the count run. */
	counted: (functions: readonly DecodedFunction[], counts: Counts) => Tally;
};

/** An odd number, so that no unrolling and no vector divides it. */
export const iterations = 1003;
