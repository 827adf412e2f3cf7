/**
 * Flags of Go's compiler a learner may give, checked by `flags.ts`. None of them names a file or changes which packages are
 * linked. Browser-safe.
 */

import { oneOf, valueless, type FlagRefusal, type FlagRule } from './flag-words.ts';

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
const minors: Record<GoVersion, readonly number[]> = {
	'1.27': [18, 19, 20, 21, 22, 23, 24, 25, 26, 27],
	'1.24': [18, 19, 20, 21, 22, 23, 24]
};

export const goFlagRules = (version: GoVersion): readonly FlagRule[] => [
	valueless('-N', 'no optimisation'),
	valueless('-l', 'no inlining'),
	valueless('-B', 'no bounds checks'),
	{
		stem: '-m',
		pattern: /^-m(=2)?$/,
		sentence: 'write -m or -m=2',
		purpose: 'messages: what is inlined, what escapes to the heap',
		examples: ['-m', '-m=2']
	},
	{
		stem: '-d',
		pattern: new RegExp(`^-d=ssa/(${explainingPhases.join('|')})/debug=1$`),
		sentence: `write -d=ssa/PHASE/debug=1 with ${explainingPhases.join(', ')}, or -d=ssa/PHASE/off with ${removablePhases.join(', ')}`,
		purpose: 'messages of one phase, such as the bounds checks that are left',
		examples: explainingPhases.map((phase) => `-d=ssa/${phase}/debug=1`)
	},
	{
		stem: '-d=ssa/',
		pattern: new RegExp(`^-d=ssa/(${removablePhases.join('|')})/off$`),
		sentence: `write -d=ssa/PHASE/off with ${removablePhases.join(', ')}, or -d=ssa/PHASE/debug=1 with ${explainingPhases.join(', ')}`,
		purpose: 'one phase left out',
		examples: removablePhases.map((phase) => `-d=ssa/${phase}/off`)
	},
	{
		stem: '-lang',
		pattern: new RegExp(`^-lang=go1\\.(${minors[version].join('|')})$`),
		sentence: `-lang= takes go1.${minors[version][0]} to go1.${minors[version].at(-1)}`,
		purpose: 'version of the language',
		examples: minors[version].map((minor) => `-lang=go1.${minor}`)
	},
	oneOf('-spectre', ['index'], 'indexes that cannot be speculated past their bounds')
];

/** Flags that are asked for often, and why they are refused. */
export const goRefusals: readonly FlagRefusal[] = [
	{
		pattern: /^-?-?(GOAMD64|goamd64)/,
		why: 'Go’s code is compiled for the level of x86-64 that the page names'
	},
	{ pattern: /^-S$/, why: 'the listing is always made' },
	{ pattern: /^-race$/, why: 'its run-time library is not linked' },
	{
		pattern:
			/^-(o|p|c|D|I|importcfg|embedcfg|pgoprofile|asmhdr|linkobj|cpuprofile|memprofile|trimpath|json)\b/,
		why: 'the site decides which files a compiler reads and writes'
	}
];
