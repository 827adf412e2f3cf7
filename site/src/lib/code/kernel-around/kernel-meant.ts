/** The kernel that a run calls, where a source has one of other types. Apart from the others: a page needs it for a few mistakes. Pure. */
import type { Language } from '@cyclelab/exercises/schema';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { kernelLine } from '../kernel-line.ts';

/** The kernel that a run calls, where the compiler refuses that of a source, which is written otherwise. */
export function kernelMeant(
	{ diagnostics, source }: Pick<VariantReport, 'diagnostics' | 'source'>,
	original: string,
	language: Language
): string | undefined {
	const [own, meant] = [kernelLine(source, language), kernelLine(original, language)];
	const isRefused = diagnostics.some(
		({ severity, message }) =>
			severity === 'error' &&
			/\bkernel\b/i.test(message) &&
			/\btypes?\b|\bsignature\b|\boverload/i.test(message)
	);
	return isRefused && own !== undefined && own !== meant ? meant : undefined;
}
