/** The words of mcs -> places in the learner's file: `kernel.cs(3,5): error CS1002: ; expected`. */
import { mostDiagnostics, type Found } from '../inspect/found.ts';
import { linesOf } from '../inspect/lines.ts';
import type { SourceText } from '../inspect/source-text.ts';
import type { Diagnostic, FailureFacts } from '@cyclelab/contract/schema/failure';
import { isSyntaxError, newerSyntax, newestCsharp } from './csharp-syntax.ts';

/** A longer line is source text that the compiler repeats, never a place. */
const charactersAtMost = 2000;

const place =
	/^([^()\s][^()]{0,400})\((\d{1,10}),(\d{1,10})(?:,\d{1,10},\d{1,10})?\): (?:(error|warning) (CS\d{4}): )?(.+)$/;
/** mcs itself ended: what it was at. */
const crash =
	/^Mono\.CSharp\.InternalErrorException: ([^()\s][^()]{0,400})\((\d{1,10}),(\d{1,10})\): (.{1,300}?)(?: --->.*)?$/;
const nowhere = /^(error|warning) (CS\d{4}): (.+)$/;

/**
 * mcs has no other form than this text, a message a line; columns are UTF-16 code units.
 * @param file the learner's file name, to which paths are already shortened
 */
export function readMcs(text: string, file: string, source: SourceText): Found[] {
	const found: Found[] = [];
	for (const line of linesOf(text)) {
		if (found.length === mostDiagnostics) break;
		if (line.length > charactersAtMost) continue;
		const general = nowhere.exec(line);
		if (general) {
			const [, kind, code, message] = general;
			const severity = severityOf(kind);
			found.push({ severity, message: `${code}: ${message}`, notes: [], fixes: [] });
			continue;
		}
		const ended = crash.exec(line);
		if (ended?.[1] === file) {
			const at = { file, line: Number(ended[2]), column: Number(ended[3]), ...noEnd };
			const message = `The compiler mcs, which knows C# ${newestCsharp}, fails here with an error of its own, at ${ended[4]}: write it in another way.`;
			found.push({ severity: 'error', message, at, notes: [], fixes: [] });
			continue;
		}
		const match = place.exec(line);
		if (!match || match[1] !== file) continue;
		const [, , row, column, kind, code, message = ''] = match;
		const one: Found = {
			severity: severityOf(kind),
			message: code === undefined ? message : `${code}: ${message}`,
			at: { file, ...symbolAt(Number(row), Number(column), message, source) },
			notes: [],
			fixes: []
		};
		const last = found.at(-1);
		if (one.severity === 'note' && last) last.notes.push(one);
		else found.push(one);
	}
	return found;
}

/** mcs's parser counts columns from 0, everything else in mcs from 1. */
function symbolAt(line: number, column: number, message: string, source: SourceText) {
	const [, symbol = ''] = /^Unexpected symbol `([^']{1,100})'/.exec(message) ?? [];
	const text = source.line(line);
	const isNext = symbol !== '' && text.startsWith(symbol, column);
	const start = isNext && !text.startsWith(symbol, column - 1) ? column + 1 : column;
	const isHere = symbol !== '' && text.startsWith(symbol, start - 1);
	const end = isHere ? { endLine: line, endColumn: start + symbol.length } : noEnd;
	return { line, column: start, ...end };
}

const noEnd = { endLine: 0, endColumn: 0 };

/** A line without a kind is the place of something that an error named. */
const severityOf = (kind: string | undefined): Diagnostic['severity'] =>
	kind === 'error' || kind === 'warning' ? kind : 'note';

/**
 * The errors, with one sentence in place of those that syntax causes which mcs does not know. Errors in lines before it stay.
 * @param diagnostics of a source that did not compile
 */
export function withVersion(diagnostics: Diagnostic[], source: string): Diagnostic[] {
	const newer = newerSyntax(source, diagnostics);
	if (newer) {
		const { line, sentence: message } = newer;
		const before = diagnostics.filter((diagnostic) => (diagnostic.line ?? line) < line);
		const [{ variant } = { variant: '' }] = diagnostics;
		return [...before, { variant, line, severity: 'error', message }];
	}
	const first = diagnostics.find(isSyntaxError);
	const note = { message: `The newest C# that is compiled here is ${newestCsharp}.` };
	return diagnostics.map((diagnostic) =>
		diagnostic === first
			? { ...diagnostic, notes: [...(diagnostic.notes ?? []), note] }
			: diagnostic
	);
}

/** The failure of a file that compiles but has no kernel to call. */
const noKernelText =
	'The file needs a public static class Kernel with public static ulong Run(ulong iterations).';

export const noKernel = (variant: string): Extract<FailureFacts, { kind: 'compile-error' }> => ({
	stage: 'compile',
	variant,
	kind: 'compile-error',
	text: noKernelText,
	diagnostics: [{ variant, severity: 'error', message: noKernelText }]
});
