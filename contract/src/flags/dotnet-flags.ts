/** Flags of mcs that a learner may give. Browser-safe. */
import { valueless, type FlagRefusal, type FlagRule } from './flag-words.ts';

export const dotnetFlagRules: readonly FlagRule[] = [
	{
		stem: '-optimize',
		pattern: /^-optimize[+-]$/,
		sentence: 'write -optimize+ or -optimize-',
		purpose: 'whether the compiler to CIL optimises',
		examples: ['-optimize+', '-optimize-']
	},
	{
		stem: '-checked',
		pattern: /^-checked[+-]?$/,
		sentence: 'write -checked or -checked-',
		purpose: 'whether integer overflow throws',
		examples: ['-checked', '-checked-']
	},
	{
		stem: '-define',
		pattern: /^-define:[A-Za-z_]\w{0,31}(;[A-Za-z_]\w{0,31}){0,7}$/,
		sentence: 'write -define:NAME; up to eight names, with ; between them',
		purpose: 'a symbol for #if',
		examples: ['-define:FAST']
	},
	{
		stem: '-warn',
		pattern: /^-warn:[0-4]$/,
		sentence: '-warn: takes 0 to 4',
		purpose: 'level of warnings',
		examples: [0, 1, 2, 3, 4].map((level) => `-warn:${level}`)
	},
	valueless('-warnaserror', 'warnings refuse the program')
];

/** Flags that are asked for often, and why they are refused. */
export const dotnetRefusals: readonly FlagRefusal[] = [
	{ pattern: /^[-/]unsafe/, why: 'unsafe code is allowed already' },
	{
		pattern: /^[-/]langversion/,
		why: 'C# 7.2 is used, the newest version that this compiler has whole'
	},
	{ pattern: /^[-/]debug/, why: 'debug information is always made' },
	{
		pattern:
			/^(@|[-/](out|r|reference|lib|pkg|target|t|main|m|recurse|res|resource|linkres|doc|keyfile|sdk|nostdlib)\b)/,
		why: 'the site decides which files a compiler reads and writes, and what is linked'
	}
];
