/** Flags of mcs that a learner may give. Browser-safe. */
import type { FlagRule } from './toolchain.ts';

export const dotnetFlagRules: readonly FlagRule[] = [
	{ pattern: /^-optimize[+-]$/, sentence: '-optimize+, -optimize-' },
	{ pattern: /^-checked[+-]?$/, sentence: '-checked, -checked-' },
	{ pattern: /^-define:[A-Za-z_]\w{0,31}(;[A-Za-z_]\w{0,31}){0,7}$/, sentence: '-define:NAME' },
	{ pattern: /^-warn:[0-4]$/, sentence: '-warn:0 to -warn:4' },
	{ pattern: /^-warnaserror$/, sentence: '-warnaserror' }
];
