/** A kernel with known executions, and the comparison with the counted executions. */
import type { Language, Target } from '@cyclelab/exercises/schema';
import type { DecodedFunction } from '../../../../runner/src/inspect/listing.ts';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import type { Counts } from '../../../../runner/src/toolchains/toolchain.ts';

/** Numbers of executions, by what is counted. */
export type Tally = Readonly<Record<string, number | string>>;

export type CountingCase = {
	name: string;
	language: Language;
	compiler: Compiler;
	target: Target;
	flags: readonly string[];
	source: string;
	/** Iterations for which the kernel is called. */
	iterations: number;
	/** Computed by hand. */
	expected: Tally;
	/** Counted by the count run. */
	counted: (functions: readonly DecodedFunction[], counts: Counts) => Tally;
};

/** An odd number, so that no unrolling and no vector divides it. */
export const iterations = 1003;
