/** What a program's runtime said as it gave up, from standard error. Pure: the text is the program's own and is not believed further. */
import { defined } from '../defined.ts';
import { shortenMiddle } from '../shorten.ts';
import { visible } from '../visible.ts';

export interface AbortMessage {
	/** One line, without a full stop, of at most `longest` characters. */
	message: string;
	/** Of the learner's file, from 1. */
	line?: number;
}

/** Characters: about three lines of a heading. */
const longest = 200;

type Reader = (
	text: string
) => { message: string | undefined; line?: string | undefined } | undefined;

/** The first match of a pattern with the groups `message` and, where there is one, `line`. */
const by =
	(pattern: RegExp): Reader =>
	(text) => {
		const groups = pattern.exec(text)?.groups;
		return groups && { message: groups.message, line: groups.line };
	};

const readers: readonly Reader[] = [
	// Rust: the place stands before the message. A place in its library is not the learner's.
	by(/panicked at (?:library\/\S*|\/\S*|[^\s:]+:(?<line>\d+):\d+):\n(?<message>[^\n]+)/),
	// Go: a panic or the runtime's own end, and the first frame in a file of the learner's, which lies at the root.
	(text) => {
		const message = /^(?:panic|fatal error): (?<message>[^\n]+)/m.exec(text)?.groups?.message;
		return message === undefined
			? undefined
			: { message, line: /^\t\/[^/\n]+\.go:(\d+)/m.exec(text)?.[1] };
	},
	// C++: an exception that nothing catches.
	(text) => {
		const thrown = /^terminate called after throwing an instance of '([^\n]+)'$/m.exec(text)?.[1];
		const what = /^ {2}what\(\): {2}([^\n]+)$/m.exec(text)?.[1];
		return thrown === undefined
			? undefined
			: { message: [`it threw ${thrown}`, ...(what === undefined ? [] : [what])].join(': ') };
	},
	// C: assert(), as the C library words it.
	by(/^[^\n]*?:(?<line>\d+): [^\n]*?(?<message>Assertion `[^\n]+' failed)\.$/m),
	// The C library: its heap, and the guard of the stack.
	by(
		/^(?<message>(?:(?:free|malloc|realloc|calloc|munmap_chunk|unlink)\S*\(\)|malloc_consolidate\(\)|double free or|corrupted )[^\n]*)$/m
	),
	by(/^\*\*\* (?<message>stack smashing detected|buffer overflow detected) \*\*\*/m),
	// C# and Crystal, each with the exception's class.
	by(/^Unhandled exception[.:] (?<message>[^\n]+)(?:\n\s+from [^\n]*?:(?<line>\d+):\d+)?/m)
];

/** @param text the program's standard error, or its last characters */
export function abortMessage(text: string): AbortMessage | undefined {
	for (const read of readers) {
		const { message, line } = read(text) ?? {};
		if (message !== undefined && message.trim() !== '')
			return {
				message: shortenMiddle(visible(message.trim()).replace(/\.$/, ''), longest),
				...defined({ line: line === undefined ? undefined : Number(line) })
			};
	}
	return undefined;
}
