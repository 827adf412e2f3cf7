/** A function `setup` that the harness does not find: it does not run, and the page would tell its author to write one. */
import type { Language } from '@cyclelab/exercises/schema';
import type { Diagnostic } from '@cyclelab/contract/schema/failure';
import { functionNamed } from './elf-sections.ts';

type Way = {
	/** A definition of it, or its declaration, as it begins a line. */
	begins: RegExp;
	/** What it is to be. */
	advice: string;
};
const cBegins = /^(?:(?:static|inline) +)*void +setup *\(/m;
const ways: Partial<Record<Language, Way>> = {
	c: { begins: cBegins, advice: 'write `void setup(uint64_t seed)`, without `static`' },
	cpp: {
		begins: cBegins,
		advice: 'write `extern "C" void setup(uint64_t seed)`, or include "cyclelab.h" first'
	},
	rs: {
		begins: /^(?:pub(?:\([^)\n]*\))? +)?(?:unsafe +)?(?:extern +"C" +)?fn +setup *\(/m,
		advice: 'write `#[no_mangle]` and then `pub extern "C" fn setup(seed: u64)`'
	}
};

/** None where the program has a function of that name, or the source writes none at the beginning of a line. */
export function uncalledSetup(
	variant: string,
	source: string,
	language: Language,
	program: Buffer
): Diagnostic[] {
	const way = ways[language];
	const at = way?.begins.exec(source)?.index;
	if (!way || at === undefined || functionNamed(program, 'setup') !== undefined) return [];
	const line = source.slice(0, at).split('\n').length;
	const message = `the harness does not find this setup() by its name, so it is not called: ${way.advice}`;
	return [{ variant, line, severity: 'warning', message }];
}
