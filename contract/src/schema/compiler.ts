/**
 * The compilers there are, each a name and a version, and what each compiles. Browser-safe. How each is used:
 * `runner/src/toolchains`.
 */
import { z } from 'zod';
import type { Language, Runtime } from '@cyclelab/exercises/schema';
import { nameWithoutVersion } from './compiler-name.ts';

/** Every compiler that a report can name. A compiler stays here when it is no longer offered, so that old reports still open. */
export const Compiler = z.enum([
	'clang-22',
	'clang-19',
	'gcc-14',
	'gcc-12',
	'rust-1.85',
	'go-1.27',
	'go-1.24',
	'coreclr-3.1',
	'coreclr-8.0',
	'coreclr-8.0-tier0',
	'coreclr-8.0-unpromoted',
	'mono-6.12',
	'crystal-1.14'
]);
export type Compiler = z.infer<typeof Compiler>;

/**
 * Compilers of a language that can be chosen, the default first; of one name, the newest first. An
 * exercise's `runtimes` may name more (`compilerOf`).
 */
export const compilersOf: Record<Language, readonly [Compiler, ...Compiler[]]> = {
	c: ['clang-22', 'gcc-14', 'clang-19', 'gcc-12'],
	cpp: ['clang-22', 'gcc-14', 'clang-19', 'gcc-12'],
	rs: ['rust-1.85'],
	go: ['go-1.27', 'go-1.24'],
	cs: ['coreclr-8.0', 'mono-6.12'],
	cr: ['crystal-1.14']
};

/** The compiler that stands for a runtime of C#. */
export const compilerOf: Record<Runtime, Compiler> = {
	coreclr: 'coreclr-8.0',
	tier0: 'coreclr-8.0-tier0',
	unpromoted: 'coreclr-8.0-unpromoted',
	mono: 'mono-6.12'
};

/** A build that may take a minute. Such runs have a separate queue, so that no other run waits behind them. */
export const buildsSlowly = (compiler: Compiler): boolean => compiler === 'crystal-1.14';

/**
 * Identifies the files of an image, whoever built it and however it came to the engine (`images/published.ts`,
 * `contentDigest`). Two images of one tag differ in it if they were built apart from each other.
 */
export const ImageDigest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** What a request may ask for: a compiler, or a name without a version, which means the newest offered. */
export const CompilerWish = z.enum(
	[...new Set([...Compiler.options, ...Compiler.options.map(nameWithoutVersion)])],
	'No such compiler. GET /api/runners names those there are; without its version a name means the newest offered.'
);
export type CompilerWish = z.infer<typeof CompilerWish>;
