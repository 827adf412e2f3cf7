/** What a language gives so that a kernel can be written around a function of its files, and what languages share. Pure. */

export interface Callable {
	name: string;
	/** The type of its result as the language writes it; empty: it has none, or the file does not say. */
	returns: string;
	/** Types, without names. */
	parameters: readonly string[];
	/** What stands before its name in a call: its class in C#. */
	of?: string;
	/** It is called by a library of benchmarks. */
	benchmark?: Benchmark;
	/** C: the structures of the file that can be filled. */
	structures?: ReadonlyMap<string, readonly Field[]>;
}

/** A number, an array of numbers, or a pointer to a structure of the same type. */
export interface Field {
	name: string;
	type: string;
	kind: 'number' | 'array' | 'link';
}

/** A function that was written for a library of benchmarks. */
export interface Benchmark {
	name: string;
	/** What stands before its name in a call: its module or class. */
	of?: string;
	/** C#: the type of its result. */
	returns?: string;
	/** C#: what it is called with. */
	values?: string;
	/** C#: lines of the kernel's class that its values are taken from. */
	fields?: readonly string[];
}

/**
 * google/benchmark, Go's testing, criterion, Rust's test, BenchmarkDotNet, Crystal's Benchmark. What such functions use of the
 * library is written in its place, so that the loop of the benchmark makes the iterations of the kernel.
 */
export interface BenchmarkLibrary {
	find: (text: string) => Benchmark[];
	/** The text without the library, with a kernel around the benchmark. */
	write: (text: string, benchmark: Benchmark) => string[];
}

/** Elements of each array that stands for an array or a pointer, and the value of a whole-number parameter beside one. */
export const elements = 1024;

export interface Dialect {
	/** The functions of a text. */
	find: (text: string) => Callable[];
	/** The name of a whole program's function, which is called without its parameters. */
	main?: string;
	isNumber: (type: string) => boolean;
	/** Types of functions without a result. */
	nothing: readonly string[];
	/** The type of an array's elements; undefined for a number. */
	elementOf: (type: string) => string | undefined;
	isWhole: (type: string) => boolean;
	/** Arrays of so many types of elements, and the setup that fills them. */
	data: (arrays: readonly string[], callable: Callable) => string[];
	/** The text, the kernel and what it needs. */
	write: (parts: Parts) => string[];
	benchmarks?: BenchmarkLibrary;
}

export interface Parts {
	text: string;
	callable: Callable;
	/** The types of the elements of its arrays, which are named data0, data1 and so on. */
	arrays: readonly string[];
	/** Its data, if it has arrays. */
	setup: readonly string[];
	/**
	 * The call.
	 * @param number the value of a type that waits for the result of the call before
	 * @param array how an array is passed
	 */
	call: (
		number: (type: string) => string,
		array?: (name: string, type: string) => string
	) => string;
	says: string;
}

/** A list of parameters, split at commas outside of brackets. */
export const split = (inside: string) =>
	inside
		.split(/,(?![^([<]*[)\]>])/)
		.map((part) => part.trim())
		.filter((part) => part !== '');
export const withoutComments = (text: string) =>
	text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
export const indented = (lines: readonly string[], by: string) => lines.map((line) => by + line);

/** The last name that a declaration of this kind gives before a place of the text. */
export const lastBefore = (text: string, index: number, kind: RegExp): string | undefined =>
	[...text.slice(0, index).matchAll(kind)].at(-1)?.[1];

/** The text that programs read from standard input. */
export const inputText = '"1 2 3\\n"';
export const inputSays =
	'What main reads from standard input, from its beginning in each iteration.';
