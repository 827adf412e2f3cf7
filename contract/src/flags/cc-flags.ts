/** Flags of clang and gcc that a learner may give. Browser-safe. */
import type { Compiler } from '../schema/compiler.ts';
import { alternatives, oneOf, valueless, type FlagRefusal, type FlagRule } from './flag-words.ts';
import { extensions, processorsOf } from './processors.ts';

/** Without SVE: its vectors have another length on every core. */
const armArchitectures = ['armv8-a', 'armv8.1-a', 'armv8.2-a'];
const armTunings = [
	'generic',
	'cortex-a55',
	'cortex-a72',
	'cortex-a76',
	'neoverse-n1',
	'neoverse-n2',
	'neoverse-v1',
	'neoverse-v2'
];

/** Of -mtune. */
const tuningPurpose = 'processor whose costs decide, without using its instructions';

const levels = ['-O0', '-O1', '-O2', '-O3', '-Os'];
const instructionSets = extensions.map(({ llvm }) => llvm);

/** -fNAME and -fno-NAME. A compiler refuses a name that it does not know. */
const switches = [
	'associative-math',
	'builtin',
	'exceptions',
	'fast-math',
	'finite-math-only',
	'inline',
	'inline-functions',
	'math-errno',
	'omit-frame-pointer',
	'peel-loops',
	'reciprocal-math',
	'rtti',
	'signed-zeros',
	'slp-vectorize',
	'strict-aliasing',
	'trapping-math',
	'tree-loop-distribute-patterns',
	'tree-slp-vectorize',
	'tree-vectorize',
	'unroll-loops',
	'vectorize',
	'wrapv'
];

const standards = ['11', '17', '23', '++17', '++20', '++23'].flatMap((version) => [
	`c${version}`,
	`gnu${version}`
]);

const x86Rules = (compiler: Compiler): FlagRule[] => {
	const processors = ['native', ...processorsOf(compiler)];
	const tunings = ['native', 'generic', ...processorsOf(compiler)].filter(
		(name) => !name.startsWith('x86-64')
	);
	return [
		oneOf(
			'-march',
			processors,
			'instructions that the compiler may use; native: those of the processor that measures'
		),
		oneOf('-mtune', tunings, tuningPurpose),
		{
			stem: '-m',
			pattern: new RegExp(`^-m(no-)?(${alternatives(instructionSets)})$`),
			sentence: `of the flags -m… these are possible: -march=, -mtune=, -masm=, -mprefer-vector-width=, and -m or -mno- with one of ${instructionSets.join(', ')}`,
			purpose: 'one extension of the instruction set, used or not',
			examples: instructionSets.flatMap((name) => [`-m${name}`, `-mno-${name}`])
		},
		oneOf(
			'-masm',
			['att', 'intel'],
			'syntax of inline assembly, and of the listing, with the bytes of instructions'
		),
		valueless(bytesFlag, 'shows the bytes of instructions in the listing'),
		oneOf(
			'-mprefer-vector-width',
			['128', '256', '512'],
			'widest vectors of vectorised loops, bits'
		)
	];
};

const armRules: FlagRule[] = [
	{
		stem: '-march',
		pattern: new RegExp(`^-march=(${alternatives(armArchitectures)})$`),
		sentence: '-march= takes armv8-a, armv8.1-a (with atomic instructions) and armv8.2-a',
		purpose: 'instructions that the compiler may use',
		examples: armArchitectures.map((name) => `-march=${name}`)
	},
	oneOf('-mtune', armTunings, tuningPurpose),
	{
		stem: '-m',
		pattern: /^-m(no-)?outline-atomics$/,
		sentence:
			'of the flags -m… these are possible: -march=, -mtune=, -moutline-atomics, -mno-outline-atomics',
		purpose: 'atomic operations by functions that ask the processor what it has',
		examples: ['-moutline-atomics', '-mno-outline-atomics']
	}
];

const alignments = [1, 2, 4, 8, 16, 32, 64];

const commonRules: FlagRule[] = [
	{
		stem: '-O',
		pattern: /^-O[0123s]$/,
		sentence: 'the levels are -O0, -O1, -O2, -O3, -Os',
		purpose: 'how much the compiler optimises; -O2 is given already',
		examples: levels
	},
	{
		stem: '-f',
		pattern: new RegExp(`^-f(no-)?(${alternatives(switches)})$`),
		sentence: `of the flags -f… these are possible: -ffp-contract=, -falign-loops=, -falign-functions=, and -f or -fno- with one of ${switches.join(', ')}`,
		purpose: 'one transformation or assumption, made or not',
		examples: switches.flatMap((name) => [`-f${name}`, `-fno-${name}`])
	},
	oneOf(
		'-ffp-contract',
		['on', 'off', 'fast'],
		'whether a multiplication and an addition become one instruction (FMA)'
	),
	{
		stem: '-falign-',
		pattern: /^-falign-(loops|functions)=(1|2|4|8|16|32|64)$/,
		sentence: `-falign-loops= and -falign-functions= take ${alignments.join(', ')}`,
		purpose: 'address of loops or functions, a multiple of so many bytes',
		examples: ['loops', 'functions'].flatMap((what) =>
			alignments.map((bytes) => `-falign-${what}=${bytes}`)
		)
	},
	oneOf('-std', standards, 'version of the language'),
	{
		stem: '-D',
		pattern: /^-D[A-Za-z_]\w{0,31}(=[\w.+-]{0,24})?$/,
		sentence: 'a macro is -DNAME or -DNAME=value; a value has letters, digits and . + - _ only',
		purpose: 'a macro',
		examples: ['-DNDEBUG']
	},
	{
		stem: '-W',
		pattern: /^-W(no-)?[a-z][a-z0-9]+(-[a-z0-9+]+){0,6}$/,
		sentence: 'a warning is -Wname or -Wno-name, without a value',
		purpose: 'warnings',
		examples: ['-Wall', '-Wextra', '-Wconversion', '-Wno-unused']
	}
];

/** LLVM's passes whose remarks may be asked for. */
export const remarkedPasses: readonly string[] = [
	'loop-vectorize',
	'slp-vectorizer',
	'loop-unroll',
	'inline',
	'licm',
	'gvn'
];
const remarkKinds = ['', '-missed', '-analysis'];

const clangRemarks: FlagRule = {
	stem: '-Rpass',
	pattern: new RegExp(`^-Rpass(-missed|-analysis)?=(${alternatives(remarkedPasses)})$`),
	sentence: `-Rpass=, -Rpass-missed= and -Rpass-analysis= take ${remarkedPasses.join(', ')}`,
	purpose: 'remarks at their lines: what an optimisation did, missed, or why',
	examples: remarkedPasses.flatMap((pass) => remarkKinds.map((kind) => `-Rpass${kind}=${pass}`))
};

const gccRemarks: FlagRule = {
	stem: '-fopt-info',
	pattern: /^-fopt-info-(vec|loop|inline)(-missed)?$/,
	sentence: '-fopt-info- takes vec, loop or inline, alone or with -missed',
	purpose: 'remarks at their lines: what an optimisation did, or missed',
	examples: ['vec', 'loop', 'inline'].flatMap((name) => [
		`-fopt-info-${name}`,
		`-fopt-info-${name}-missed`
	])
};

/** They show a form of the code beside the program, in place of which a compiler alone would write it. */
export const llvmIrFlag = '-emit-llvm';
/** LLVM's option, for which clang would need two words (`-mllvm -print-changed`). */
export const passesFlag = '-print-changed';
/** They show the bytes of instructions; the first shows them in AT&T syntax, too. The last is objdump's. */
export const attFlag = '-masm=att';
export const intelFlag = '-masm=intel';
export const bytesFlag = '--show-raw-insn';
export const preprocessedFlag = '-E';

const preprocessed = valueless(
	preprocessedFlag,
	'shows your file as the preprocessor leaves it, too: macros expanded'
);

const llvmIr = valueless(llvmIrFlag, 'shows the LLVM IR after optimisation, too');

export const passesRule = valueless(
	passesFlag,
	'shows the LLVM IR of the kernel after each pass that changed it, too'
);

export const ccFlagRules = (compiler: Compiler): readonly FlagRule[] => [
	...commonRules,
	preprocessed,
	...(compiler.startsWith('clang') ? [clangRemarks, llvmIr, passesRule] : [gccRemarks]),
	...x86Rules(compiler).map((rule) => ({ ...rule, target: 'x86-64' as const })),
	...armRules.map((rule) => ({ ...rule, target: 'arm64' as const }))
];

/** Flags that are asked for often, and why they are refused. */
export const ccRefusals: readonly FlagRefusal[] = [
	{ pattern: /^-m(16|32|x32)$/, why: 'programs are compiled for 64 bits' },
	{ pattern: /^-mcpu/, why: 'give the processor by -march= or -mtune=' },
	{
		pattern: /^-(flto|fwhole-program|fuse-linker-plugin)/,
		why: 'a program has one file of yours, so there is nothing to optimise across files, and the harness must not be inlined'
	},
	{
		pattern: /^-(fopenmp|fopenacc|ftree-parallelize-loops)/,
		why: 'its run-time library is not linked, and one thread is counted and timed'
	},
	{ pattern: /^-pthread$/, why: 'programs are linked with threads without it' },
	{ pattern: /^-g/, why: 'debug information is always made' },
	{
		pattern: /^-(static|shared|pie|no-pie|fpic|fPIC|fpie|fPIE|fno-pic|rdynamic)/,
		why: 'programs are linked statically, to fixed addresses'
	},
	{
		pattern: /^-(fsanitize|fprofile|fcoverage|ftest-coverage|p$|pg$|-coverage)/,
		why: 'its run-time library is not linked; count and measure the program as it is'
	},
	{ pattern: /^-Ofast$/, why: 'write -O3 -ffast-math, which is the same' },
	{
		pattern: /^-(o|c$|S$|M|x|save-temps|pipe|v$|#|H$)/,
		why: 'the site decides which files a compiler reads and writes, and shows what it makes'
	},
	{
		pattern:
			/^(@|-(I|L|l|B|include|imacros|isystem|iquote|idirafter|specs|fplugin|fuse-ld|wrapper|X|Wl|Wa|Wp|nostd|nodefault|T))/,
		why: 'it names files, libraries, or options of another program, and one source is compiled by the compiler alone'
	}
];
