/**
 * How logs are written, and the parts of an error that a log may hold: type, message and stack, not its data. PostgreSQL quotes rows in
 * `detail` and `where`, and a row holds a learner's code. Used by site and runner. Pure.
 */
import type { LoggerOptions } from 'pino';

/** Longest message kept, characters: ours are sentences, and others' may quote their input. */
const longestMessage = 300;
/** Depth of causes that are logged. */
const deepest = 4;

type ErrorFacts = {
	type: string;
	message: string;
	code?: string | number;
	stack?: string;
	cause?: ErrorFacts;
};

/** The parts of an error that may be logged. */
export function errorFacts(error: unknown, depth = deepest): ErrorFacts {
	if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' };
	const { code, cause } = error as Error & { code?: unknown };
	const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
	return {
		type: error.name,
		message: error.message.slice(0, longestMessage),
		...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
		...(frames?.length ? { stack: frames.map((line) => line.trim()).join('\n') } : {}),
		...(cause === undefined || depth === 0 ? {} : { cause: errorFacts(cause, depth - 1) })
	};
}

/**
 * Escapes characters that control a terminal or change the direction of text. JSON escapes the control
 * characters of ASCII; those above it (0x9b begins commands as ESC [ does) and the direction marks are escaped here.
 */
export const printable = (line: string): string =>
	line.replaceAll(
		/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
	);

/** Options of every log: JSON lines with a time in ISO 8601 and the level as a word. */
export const logOptions = {
	timestamp: () => `,"time":"${new Date().toISOString()}"`,
	formatters: { level: (label) => ({ level: label }) },
	serializers: { err: (error: unknown) => errorFacts(error) },
	hooks: { streamWrite: printable }
} satisfies LoggerOptions;
