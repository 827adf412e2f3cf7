/** Flags by which a compiler shows more of its work, and changes no code. Browser-safe. */
import type { Target } from '@cyclelab/exercises/schema';
import type { Compiler } from '../schema/compiler.ts';
import { nameWithoutVersion } from '../schema/compiler-name.ts';
import { attFlag, bytesFlag, llvmIrFlag, passesFlag, preprocessedFlag } from './cc-flags.ts';

/**
 * What can be shown: which loops it vectorised, or why not, at their lines; a form of the code; more of the listing's
 * instructions.
 */
export type View = {
	id: 'remarks' | 'llvm-ir' | 'passes' | 'preprocessed' | 'att' | 'bytes';
	of: 'source' | 'listing';
	flags: readonly string[];
};

const remarks = (...flags: string[]): View => ({ id: 'remarks', of: 'source', flags });
const passes: View = { id: 'passes', of: 'source', flags: [passesFlag] };
const preprocessed: View = { id: 'preprocessed', of: 'source', flags: [preprocessedFlag] };
const listings: readonly View[] = [
	{ id: 'bytes', of: 'listing', flags: [bytesFlag] },
	{ id: 'att', of: 'listing', flags: [attFlag] }
];

const viewsOfCompiler: Readonly<Record<string, readonly View[]>> = {
	clang: [
		remarks(
			...['-Rpass', '-Rpass-missed', '-Rpass-analysis'].map((flag) => `${flag}=loop-vectorize`)
		),
		{ id: 'llvm-ir', of: 'source', flags: [llvmIrFlag] },
		passes,
		preprocessed,
		...listings
	],
	gcc: [remarks('-fopt-info-vec', '-fopt-info-vec-missed'), preprocessed, ...listings],
	rust: [remarks('-Cremark=loop-vectorize'), passes],
	// Go vectorises nothing: what it inlines, and what escapes to the heap.
	go: [remarks('-m')]
};

/** Empty: it has no such flags. */
export const viewsOf = (compiler: Compiler, target: Target): readonly View[] =>
	(viewsOfCompiler[nameWithoutVersion(compiler)] ?? []).filter(
		({ of }) => of === 'source' || target === 'x86-64'
	);
