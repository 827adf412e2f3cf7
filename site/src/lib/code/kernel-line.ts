/** Where a source defines its kernel. Pure. */
import type { Language } from '@cyclelab/exercises/schema';
import type { VariantReport } from '@cyclelab/contract/schema/report';

/** A C# kernel is a method of the class Kernel. */
const kernelName = (language: Language) => (language === 'cs' ? /\bRun\s*\(/ : /\bkernel\s*\(/i);

/** The line in which a source defines its kernel, without what follows the parameters. */
export function kernelLine(source: string, language: Language): string | undefined {
	const name = kernelName(language);
	const line = source
		.split('\n')
		.find((line) => name.test(line) && !/^\s*(?:\/\/|\/?\*|#)/.test(line));
	return line?.replace(/\s*\{.*$/, '').trim();
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
