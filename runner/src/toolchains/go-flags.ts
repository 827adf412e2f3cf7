/**
 * Flags of Go's compiler a learner may give, checked by `flags.ts`. None of them names a file or changes which packages are
 * linked. Browser-safe.
 */

import type { FlagRule } from './toolchain.ts';

/** The versions of Go there are. */
export type GoVersion = '1.27' | '1.24';

/** Phases of the compiler that can be left out without breaking the code it makes (`compile -d=ssa/help` lists all). */
export const removablePhases: readonly string[] = [
	'short_circuit',
	'generic_cse',
	'phiopt',
	'nilcheckelim',
	'prove',
	'early_fuse',
	'sccp',
	'branchelim',
	'late_fuse',
	'dse',
	'memcombine',
	'addressing_modes',
	'lowered_cse',
	'likelyadjust',
	'loop_rotate'
];

/** Phases that say what they did, at the line. */
export const explainingPhases: readonly string[] = [
	'check_bce',
	'prove',
	'nilcheckelim',
	'loop_rotate'
];

/** Of the language there are the versions up to the compiler's own. */
const languages: Record<GoVersion, FlagRule> = {
	'1.27': { pattern: /^-lang=go1\.(1[89]|2[0-7])$/, sentence: '-lang=go1.18 to go1.27' },
	'1.24': { pattern: /^-lang=go1\.(1[89]|2[0-4])$/, sentence: '-lang=go1.18 to go1.24' }
};

export const goFlagRules = (version: GoVersion): readonly FlagRule[] => [
	{
		pattern: /^-[NlB]$/,
		sentence: '-N (no optimisation), -l (no inlining), -B (no bounds checks)'
	},
	{ pattern: /^-m(=2)?$/, sentence: '-m, -m=2 (what is inlined, what escapes to the heap)' },
	{
		pattern: new RegExp(`^-d=ssa/(${explainingPhases.join('|')})/debug=1$`),
		sentence: '-d=ssa/check_bce/debug=1 (which bounds checks are left)'
	},
	{
		pattern: new RegExp(`^-d=ssa/(${removablePhases.join('|')})/off$`),
		sentence: '-d=ssa/prove/off and the like (leaves out a phase)'
	},
	languages[version],
	{ pattern: /^-spectre=index$/, sentence: '-spectre=index' }
];
