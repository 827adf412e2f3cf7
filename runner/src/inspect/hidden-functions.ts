/** A kernel() or setup() that is in the source, and that the harness does not find by its name. */
import type { Language } from '@cyclelab/exercises/schema';
import type { Diagnostic } from '@cyclelab/contract/schema/failure';
import { functionNamed } from './elf-sections.ts';

/** How a definition of the function begins a line; a method is indented. */
const beginsInC = (name: string) => new RegExp(`^(?:[\\w:]+ +)+${name} *\\(`, 'm');
const begins: Partial<Record<Language, (name: string) => RegExp>> = {
	c: beginsInC,
	cpp: beginsInC,
	rs: (name) =>
		new RegExp(`^(?:pub(?:\\([^)\\n]*\\))? +)?(?:unsafe +)?(?:extern +"C" +)?fn +${name} *\\(`, 'm')
};

const setupAdvice: Partial<Record<Language, string>> = {
	c: 'write `void setup(uint64_t seed)`, without `static`',
	cpp: 'write `extern "C" void setup(uint64_t seed)`, or include "cyclelab.h" first',
	rs: 'write `#[no_mangle]` and then `pub extern "C" fn setup(seed: u64)`'
};

function lineOf(name: string, source: string, language: Language): number | undefined {
	const at = begins[language]?.(name).exec(source)?.index;
	return at === undefined ? undefined : source.slice(0, at).split('\n').length;
}

/** It would not run, and the page would tell its author to write one. */
export function uncalledSetup(
	variant: string,
	source: string,
	language: Language,
	program: Buffer
): Diagnostic[] {
	const line = lineOf('setup', source, language);
	const advice = setupAdvice[language];
	if (line === undefined || !advice || functionNamed(program, 'setup') !== undefined) return [];
	const message = `the harness does not find this setup() by its name, so it is not called: ${advice}`;
	return [{ variant, line, severity: 'warning', message }];
}

const noKernel = 'there is no kernel: ';

/** Where the source has a kernel after all, its line, and not that there is none. */
export function withHiddenKernel(
	diagnostics: readonly Diagnostic[],
	source: string,
	language: Language
): Diagnostic[] {
	const line = lineOf('kernel', source, language);
	return diagnostics.map((one) =>
		line === undefined || !one.message.startsWith(noKernel)
			? one
			: {
					...one,
					line,
					message: `the harness does not find this kernel() by its name: ${one.message.slice(noKernel.length)}`
				}
	);
}
