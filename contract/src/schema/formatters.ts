/** Which languages have a program that lays out source text. Browser-safe: types only. */
import type { Language } from '@cyclelab/exercises/schema';

/** By language; the sandbox image of the language's compilers has it (`runner/src/toolchains/formatters.ts`). */
export const formatterOf: Partial<Record<Language, string>> = {
	c: 'clang-format',
	cpp: 'clang-format',
	rs: 'rustfmt',
	go: 'gofmt',
	cr: 'crystal tool format'
};

/** Characters of a formatted source: four times the longest source, for one that had no white space. */
export const formattedCharacters = 256 * 1024;
