/**
 * Compiler flags a learner may give. Only what is on this list reaches a compiler, so no flag can name a file, a plugin
 * or another program. Browser-safe: the page checks with the same function.
 */

import type { Target } from '@cyclelab/exercises/schema';
import type { Compiler } from '../schema/compiler.ts';
import { ccFlagRules } from './cc-flags.ts';
import { crystalFlagRules } from './crystal-flags.ts';
import { dotnetFlagRules } from './dotnet-flags.ts';
import type { FlagRule } from './toolchain.ts';
import { goFlagRules } from './go-flags.ts';
import { rustFlagRules } from './rust-flags.ts';

const maximumFlags = 24;
const maximumCharacters = 64;

export const flagRules: Record<Compiler, readonly FlagRule[]> = {
	'clang-22': ccFlagRules,
	'clang-19': ccFlagRules,
	'gcc-14': ccFlagRules,
	'gcc-12': ccFlagRules,
	'rust-1.85': rustFlagRules,
	'go-1.27': goFlagRules('1.27'),
	'go-1.24': goFlagRules('1.24'),
	'coreclr-3.1': dotnetFlagRules,
	'coreclr-8.0': dotnetFlagRules,
	'coreclr-8.0-tier0': dotnetFlagRules,
	'coreclr-8.0-unpromoted': dotnetFlagRules,
	'mono-6.12': dotnetFlagRules,
	'crystal-1.14': crystalFlagRules
};

/** The flags, or a sentence that names the first one refused and what to try. */
export function parseFlags(
	flags: readonly string[],
	compiler: Compiler,
	target: Target
): { flags: string[] } | { error: string } {
	const rules = flagRules[compiler].filter((rule) => (rule.target ?? target) === target);
	if (flags.length > maximumFlags)
		return { error: `These are ${flags.length} flags; at most ${maximumFlags} are possible.` };
	for (const flag of flags) {
		if (flag.length > maximumCharacters)
			return {
				error: `The flag ${flag.slice(0, 20)}... is longer than ${maximumCharacters} characters; shorten it.`
			};
		if (!rules.some(({ pattern }) => pattern.test(flag)))
			return {
				error: `The flag ${JSON.stringify(flag)} is not possible here${suggestion(flag, rules)}.`
			};
	}
	return { flags: [...flags] };
}

/** The rule whose words share most of the refused flag's beginning. */
function suggestion(flag: string, rules: readonly FlagRule[]): string {
	const shared = ({ sentence }: FlagRule) => {
		let length = 0;
		while (length < flag.length && flag[length] === sentence[length]) length++;
		return length;
	};
	const [first, ...others] = rules;
	if (!first) return '; this compiler takes none';
	const nearest = others.reduce((best, rule) => (shared(rule) > shared(best) ? rule : best), first);
	return `; try one like ${nearest.sentence}`;
}
