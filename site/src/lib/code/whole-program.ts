/** A whole program in the place of a kernel, as somebody pastes it. Pure. */
import type { Language } from '@cyclelab/exercises/schema';

const mains: Partial<Record<Language, RegExp>> = {
	c: /^[^\n/*]*\bmain\s*\(/m,
	cpp: /^[^\n/*]*\bmain\s*\(/m,
	rs: /^\s*(?:pub\s+)?fn\s+main\s*\(/m,
	go: /^func\s+main\s*\(/m,
	cs: /^[^\n/*]*\bstatic\b[^\n]*\bMain\s*\(/m
};

/** The line in which a source defines its kernel, without what follows the parameters. */
export function kernelLine(source: string): string | undefined {
	const line = source
		.split('\n')
		.find((one) => /\bkernel\s*\(/i.test(one) && !/^\s*(?:\/\/|\/?\*|#)/.test(one));
	return line?.replace(/\s*\{.*$/, '').trim();
}

/**
 * How a kernel looks, for a text that is a whole program; undefined for any other text.
 * @param original the exercise's own source, which has a kernel
 */
export function kernelInstead(
	text: string,
	original: string,
	language: Language
): string | undefined {
	if (kernelLine(text) !== undefined || !mains[language]?.test(text)) return undefined;
	return kernelLine(original);
}
