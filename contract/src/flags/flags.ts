/**
 * Compiler flags a learner may give. Only what is on this list reaches a compiler, so no flag can name a file, a plugin
 * or another program. Browser-safe: the page checks with the same function, and offers the same list.
 */

import type { Target } from '@cyclelab/exercises/schema';
import type { Compiler } from '../schema/compiler.ts';
import { ccFlagRules, ccRefusals } from './cc-flags.ts';
import { crystalFlagRules, crystalRefusals } from './crystal-flags.ts';
import { dotnetFlagRules, dotnetRefusals } from './dotnet-flags.ts';
import type { FlagRefusal, FlagRule } from './flag-words.ts';
import { goFlagRules, goRefusals } from './go-flags.ts';
import { rustFlagRules, rustRefusals } from './rust-flags.ts';

const maximumFlags = 24;
const maximumCharacters = 64;
/** More flags that begin as the typed one are not named. */
const mostLonger = 8;

type CompilerFlags = { rules: readonly FlagRule[]; refusals: readonly FlagRefusal[] };

const cc = (compiler: Compiler): CompilerFlags => ({
	rules: ccFlagRules(compiler),
	refusals: ccRefusals
});
const dotnet: CompilerFlags = { rules: dotnetFlagRules, refusals: dotnetRefusals };

const flagsOf: Record<Compiler, CompilerFlags> = {
	'clang-22': cc('clang-22'),
	'clang-19': cc('clang-19'),
	'gcc-14': cc('gcc-14'),
	'gcc-12': cc('gcc-12'),
	'rust-1.85': { rules: rustFlagRules, refusals: rustRefusals },
	'go-1.27': { rules: goFlagRules('1.27'), refusals: goRefusals },
	'go-1.24': { rules: goFlagRules('1.24'), refusals: goRefusals },
	'coreclr-3.1': dotnet,
	'coreclr-8.0': dotnet,
	'coreclr-8.0-tier0': dotnet,
	'coreclr-8.0-unpromoted': dotnet,
	'mono-6.12': dotnet,
	'crystal-1.14': { rules: crystalFlagRules, refusals: crystalRefusals }
};

const rulesFor = (compiler: Compiler, target: Target) =>
	flagsOf[compiler].rules.filter((rule) => (rule.target ?? target) === target);

/** A flag that may be given, and what flags of its kind do: a short phrase. */
export type OfferedFlag = { flag: string; purpose: string };

/** Flags to offer for a compiler, by kind. All that are possible, except that names of macros, warnings and lints are examples. */
export const offeredFlags = (compiler: Compiler, target: Target): OfferedFlag[] =>
	rulesFor(compiler, target).flatMap(({ examples, purpose }) =>
		examples.map((flag) => ({ flag, purpose }))
	);

/** Names that flags define: macros of C, C++ and Crystal, symbols of C#, conditions of Rust. */
export const definedNames = (flags: readonly string[]): string[] =>
	flags.flatMap((flag) => /^(?:-D|-define:|--cfg=)([\w;]+)/.exec(flag)?.[1]?.split(';') ?? []);

/** The flags, or a sentence about the first one that is refused. */
export function parseFlags(
	flags: readonly string[],
	compiler: Compiler,
	target: Target
): { flags: string[] } | { error: string } {
	const rules = rulesFor(compiler, target);
	if (flags.length > maximumFlags)
		return { error: `These are ${flags.length} flags; at most ${maximumFlags} are possible.` };
	for (const flag of flags) {
		if (flag.length > maximumCharacters)
			return {
				error: `The flag ${flag.slice(0, 20)}... is longer than ${maximumCharacters} characters; shorten it.`
			};
		if (!rules.some(({ pattern }) => pattern.test(flag)))
			return {
				error: `The flag ${JSON.stringify(flag)} is not possible here; ${reason(flag, rules, flagsOf[compiler].refusals)}.`
			};
	}
	return { flags: [...flags] };
}

/** Why this flag is refused: a reason of its own, else what the flags that begin as it does may be. */
function reason(
	flag: string,
	rules: readonly FlagRule[],
	refusals: readonly FlagRefusal[]
): string {
	if (/\s/.test(flag.trim()) || flag.trim() !== flag)
		return 'a flag has no blanks; write each as a word of its own';
	const stated = refusals.find(({ pattern }) => pattern.test(flag));
	if (stated) return stated.why;
	const longer = rules.flatMap(({ examples }) =>
		examples.filter((example) => example.startsWith(flag))
	);
	if (longer.length > 0 && longer.length <= mostLonger)
		return `these begin so: ${longer.join(', ')}`;
	const alike = rules.filter(({ stem }) => flag.startsWith(stem));
	const [first, ...others] = alike;
	if (first)
		return others.reduce((best, rule) => (rule.stem.length > best.stem.length ? rule : best), first)
			.sentence;
	const stems = [...new Set(rules.map(({ stem }) => stem))];
	return `possible are flags that only change how code is compiled, and begin with ${stems.join(', ')}`;
}
