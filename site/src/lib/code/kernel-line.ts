/** Where a source defines its kernel. Pure. */
import type { Language } from '@cyclelab/exercises/schema';
import type { VariantReport } from '@cyclelab/contract/schema/report';

/** A C# kernel is a method of the class Kernel. */
const kernelName = (language: Language) => (language === 'cs' ? /\bRun\s*\(/ : /\bkernel\s*\(/i);

/** A line of a comment, or an attribute. */
const isNote = (line: string | undefined) => /^\s*(?:\/\/|\/?\*|#)/.test(line ?? '');

function kernelAt(lines: readonly string[], language: Language): number {
	const name = kernelName(language);
	return lines.findIndex((line) => name.test(line) && !isNote(line));
}

/** The line in which a source defines its kernel, without what follows the parameters. */
export function kernelLine(source: string, language: Language): string | undefined {
	const lines = source.split('\n');
	const line = lines[kernelAt(lines, language)];
	return line?.replace(/\s*\{.*$/, '').trim();
}

/** How many lines of a source stand above its kernel and the comment on it. */
export function linesAbove(source: string, language: Language): number {
	const lines = source.split('\n');
	let at = kernelAt(lines, language);
	while (isNote(lines[at - 1])) at--;
	return Math.max(0, at);
}

/** Whether a kernel is all that a source lacks to be a program: its functions are compiled and can be listed. */
export const lacksOnlyKernel = (
	{ failure, diagnostics, source }: Pick<VariantReport, 'failure' | 'diagnostics' | 'source'>,
	language: Language
): boolean =>
	failure?.kind === 'compile-error' &&
	kernelLine(source, language) === undefined &&
	!diagnostics.some(
		({ severity, line, message }) =>
			severity === 'error' &&
			line !== undefined &&
			// The harness has a main, too.
			!(failure.stage === 'link' && /\bmain\b/.test(message))
	);
