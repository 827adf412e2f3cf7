/** Flags of rustc that a learner may give. Each is one word, so `-C` is written together with its option. Browser-safe. */
import { passesRule, remarkedPasses } from './cc-flags.ts';
import {
	alternatives,
	featuresOf,
	oneOf,
	processorPurpose,
	type FlagRefusal,
	type FlagRule
} from './flag-words.ts';
import { extensions, processorsOf } from './processors.ts';

const processors = ['native', ...processorsOf('rust-1.85')];
/** Features of a processor, `+` or `-` each. */
const features = extensions.map(({ rustc }) => rustc);
const armFeatures = ['lse', 'fp16', 'dotprod', 'rdm'];
const armProcessors = ['generic', 'cortex-a55', 'cortex-a72', 'cortex-a76', 'neoverse-n1'];
/** Options of -C that are on or off. */
const switches = ['overflow-checks', 'debug-assertions', 'force-frame-pointers'];

export const rustFlagRules: readonly FlagRule[] = [
	passesRule,
	{
		stem: '-Copt-level',
		pattern: /^-Copt-level=[0123sz]$/,
		sentence: '-Copt-level= takes 0, 1, 2, 3, s or z',
		purpose: 'how much the compiler optimises; 3 is given already',
		examples: [...'0123sz'].map((level) => `-Copt-level=${level}`)
	},
	{ ...oneOf('-Ctarget-cpu', processors, processorPurpose), target: 'x86-64' },
	{ ...featuresOf('-Ctarget-feature', features), target: 'x86-64' },
	{ ...oneOf('-Ctarget-cpu', armProcessors, processorPurpose), target: 'arm64' },
	{ ...featuresOf('-Ctarget-feature', armFeatures), target: 'arm64' },
	{
		stem: '-C',
		pattern: new RegExp(`^-C(${alternatives(switches)})=(yes|no|y|n|on|off|true|false)$`),
		sentence: `of the options -C… these are possible: opt-level, target-cpu, target-feature, panic, remark, no-vectorize-loops, no-vectorize-slp, llvm-args=-unroll-runtime, and ${switches.join(', ')} with yes or no`,
		purpose: 'checks and frame pointers, or none',
		examples: switches.flatMap((name) => [`-C${name}=yes`, `-C${name}=no`])
	},
	oneOf('-Cpanic', ['abort', 'unwind'], 'what a panic does'),
	{
		stem: '-Cno-vectorize',
		pattern: /^-Cno-vectorize-(loops|slp)$/,
		sentence: 'write -Cno-vectorize-loops or -Cno-vectorize-slp',
		purpose: 'no vector instructions in loops, or in straight code',
		examples: ['-Cno-vectorize-loops', '-Cno-vectorize-slp']
	},
	{
		stem: '-Cllvm-args',
		pattern: /^-Cllvm-args=-unroll-runtime=(true|false)$/,
		sentence: 'of LLVM’s options -Cllvm-args=-unroll-runtime=true and =false are possible',
		purpose: 'loops of unknown length unrolled, or not',
		examples: ['-Cllvm-args=-unroll-runtime=true', '-Cllvm-args=-unroll-runtime=false']
	},
	oneOf(
		'-Cremark',
		remarkedPasses,
		'remarks at their lines: what an optimisation did or missed, and why'
	),
	oneOf('--edition', ['2018', '2021', '2024'], 'edition of the language; 2021 is given already'),
	{
		stem: '--cfg',
		pattern: /^--cfg=[A-Za-z_]\w{0,31}$/,
		sentence: 'a condition is --cfg=name, without a value',
		purpose: 'a condition for #[cfg(name)]',
		examples: ['--cfg=fast']
	},
	...[
		{ letter: 'A', purpose: 'a lint that is allowed' },
		{ letter: 'W', purpose: 'a lint that warns' },
		{ letter: 'D', purpose: 'a lint that refuses the program' }
	].map(({ letter, purpose }) => ({
		stem: `-${letter}`,
		pattern: new RegExp(`^-${letter}[a-z][a-z_]{1,40}$`),
		sentence: `a lint is -${letter}name, in small letters with _ between words`,
		purpose,
		examples: [`-${letter}unused`]
	}))
];

/** Flags that are asked for often, and why they are refused. */
export const rustRefusals: readonly FlagRefusal[] = [
	{ pattern: /^-O$/, why: 'write -Copt-level=2 or 3 instead' },
	{ pattern: /^-C$/, why: 'write the option in the same word, as in -Copt-level=2' },
	{
		pattern: /^-Clto/,
		why: 'a program has one file of yours, so there is nothing to optimise across files'
	},
	{ pattern: /^-(Cdebuginfo|g)/, why: 'debug information is always made' },
	{
		pattern: /^-(Z|Cpasses|Cprofile|Cinstrument)/,
		why: 'options that only a nightly compiler or its profiling library has are not there'
	},
	{
		pattern:
			/^(-o|-L|-l|-C?link|-Clinker|@|--(emit|extern|sysroot|crate|out-dir|print|target|test))/,
		why: 'the site decides which files a compiler reads and writes, and what is linked'
	}
];
