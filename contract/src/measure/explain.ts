/** Every failure in words: what happened, the limit or place, one thing to try. Browser-safe. */
import { languageNames } from '@cyclelab/exercises/names';
import type { Failure, FailureFacts, Stage } from '../schema/failure.ts';
import { shortName } from '../shorten.ts';
import { visible } from '../visible.ts';
import { abortMessage } from './abort-message.ts';
import { bounds } from './bounds.ts';
import { cycles, duration, number, whole } from './sentence-numbers.ts';

/** The program that was working, as the subject of a sentence. */
const subject: Record<Stage, string> = {
	compile: 'The compiler',
	link: 'The linker',
	disassemble: 'The disassembler',
	count: 'The program, while its instructions were counted,',
	predict: 'The predictor llvm-mca',
	measure: 'The program'
};

const runsCode = (stage: Stage) => stage === 'count' || stage === 'measure';

const slowCount =
	' Counting takes 10 to 100 times as long as the program, and longer on a busy machine: if every loop ends, run it again, or let an iteration or setup() do less.';

const busyMachine = ' If every loop ends, run it again when the machine is less busy.';

/** The facts of a failure with the words people read. */
export function explain(facts: FailureFacts): Failure {
	return { ...facts, ...words(facts) };
}

function words(facts: FailureFacts): { title: string; hint: string } {
	const who = subject[facts.stage];
	const code = runsCode(facts.stage);
	switch (facts.kind) {
		case 'compile-error':
			return facts.stage === 'link'
				? {
						title: linkTitle(facts.diagnostics),
						hint: linkHint(facts.diagnostics)
					}
				: { title: compileTitle(facts.diagnostics), hint: compileHint(facts) };
		case 'timeout':
			return {
				title: `${who} took longer than ${duration(facts.limitMs)} and was stopped.`,
				hint: code
					? `Check that every loop ends and nothing sleeps: kernel(n) must do exactly n iterations and return.${facts.stage === 'count' ? slowCount : busyMachine}`
					: 'Try a smaller file, or one with less for the compiler to unfold; if the machine was busy, run it again.'
			};
		case 'out-of-memory':
			return {
				title: `${who} used more than ${whole(facts.limitMiB)} MiB of memory and was stopped.`,
				hint: code
					? 'Try a smaller array, and free what setup() no longer needs.'
					: 'Try smaller constant arrays, or fill them in setup().'
			};
		case 'output-limit':
			return {
				title: `${who} wrote more than ${whole(facts.limitKiB)} KiB and was stopped.`,
				hint: code
					? 'Remove the printing from kernel(): what it returns is already shown.'
					: 'Fix the first error: the others often follow from it. Fill large arrays in setup().'
			};
		case 'crash':
			return crashWords(who, facts);
		case 'empty-kernel':
			if (facts.instructionsOnce !== undefined)
				return {
					title: `The work of kernel() does not depend on its iterations: a call executes ${whole(facts.instructionsOnce)} instructions, however many it is asked for.`,
					hint: 'Use the argument: repeat the work so many times. If there is such a loop, the compiler moved the work out of it: let every iteration use the result of the one before.'
				};
			return {
				title: 'No loop is left to measure.',
				hint:
					`Of ${whole(facts.declaredIterations)} iterations it executed ${whole(facts.executedIterations)}: ` +
					'kernel() has no loop over its only argument, their number, or the compiler needs none: nobody uses the work, or a formula gives its result. Return a value that depends on every iteration, and on data that the compiler cannot know: let setup() write it.'
			};
		case 'implausible':
			return implausibleWords(facts);
		case 'no-line':
			return { title: noLineTitle(facts.costs), hint: bounds.line.cause };
		case 'too-noisy':
			return {
				title: `The machine was too busy for a verdict: ${whole(facts.accepted)} of ${whole(facts.attempted)} samples were undisturbed.`,
				hint: 'Run it again in a moment.'
			};
		case 'no-time-left':
			return {
				title: `This was not measured: the other measurements of this run had used its ${duration(facts.limitMs)} on the measuring core.`,
				hint: 'Let setup() do less, or measure fewer values or variants at once.'
			};
		case 'too-few-cores':
			return {
				title: `This measurement needs ${whole(facts.needed)} dedicated cores; this runner has ${whole(facts.has)}.`,
				hint: `Give the runner ${whole(facts.needed)} cores with MEASURE_CPUS and TOOLS_CPUS, or run it on a larger machine.`
			};
		case 'lacks-extension': {
			const { extension, flag, processor } = facts;
			const set = withFamily(extension);
			return {
				title:
					flag === undefined
						? `This runner's processor (${processor}) has no ${set}, and the program executes such instructions.`
						: `This runner's processor (${processor}) has no ${set}, which ${flag} lets the compiler use.`,
				hint:
					flag === undefined
						? 'Ask the processor what it has before such instructions (__builtin_cpu_supports in C), or choose a runner whose processor has them.'
						: `${namesProcessor.test(flag) ? 'Give native in place of the name, which is the processor that measures' : 'Leave the flag out'}, or choose a runner whose processor has it.`
			};
		}
		case 'refused':
			return {
				title: `${who} could not handle this code: ${lowerFirst(facts.reason)}`,
				hint: refusedHint[facts.stage] ?? withoutThisPart
			};
	}
}

/** A processor may have AVX-512 without one of its parts. */
const withFamily = (extension: string): string =>
	extension === 'avx512f'
		? 'AVX-512 (avx512f)'
		: extension.startsWith('avx512')
			? `${extension} (a part of AVX-512)`
			: extension;

/** Of gcc, clang and rustc. */
const namesProcessor = /^(?:-march|-mtune|-C ?target-cpu)=/;

/** The likely harmless cause first: most results beyond a bound are those of honest code (`bounds.ts`). */
function implausibleWords({ bound, reason }: Extract<FailureFacts, { kind: 'implausible' }>) {
	if (bound === undefined)
		return {
			title: `This result cannot be true: ${lowerFirst(reason)}`,
			hint: 'Let kernel(n) do all n iterations, and leave clocks, exit and descriptor 3 to the harness.'
		};
	const { contradicts, cause } = bounds[bound];
	const is = contradicts ? 'cannot be true' : 'is not shown';
	return { title: `This result ${is}: ${lowerFirst(reason)}`, hint: cause };
}

function noLineTitle(costs: Extract<FailureFacts, { kind: 'no-line' }>['costs']): string {
	const [first, ...others] = costs;
	const last = others.at(-1);
	if (!first || !last) return 'The cost of an iteration depends on their number.';
	const steps = costs.slice(1).map(({ cycles }, i) => cycles - (costs[i]?.cycles ?? 0));
	const changes = steps.every((step) => step > 0)
		? 'grows'
		: steps.every((step) => step < 0)
			? 'falls'
			: 'changes';
	const inOthers = others.map(
		(other, i) =>
			`${i === others.length - 1 ? 'and ' : ''}${number(other.cycles)} in a call of ${whole(other.iterations)}`
	);
	return `The cost of an iteration ${changes} with their number: ${cycles(first.cycles)} in a call of ${whole(first.iterations)} ${first.iterations === 1 ? 'iteration' : 'iterations'}, ${inOthers.join(', ')}. No cost of an iteration is given.`;
}

type Diagnostics = Extract<FailureFacts, { kind: 'compile-error' }>['diagnostics'];

function compileTitle(diagnostics: Diagnostics): string {
	const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
	const line = errors[0]?.line;
	if (line === undefined) return 'The compiler found an error.';
	const more = errors.length - 1;
	const others = more === 0 ? '' : more === 1 ? ', and one more' : `, and ${whole(more)} more`;
	return `The compiler found an error in line ${line}${others}.`;
}

const withoutThisPart =
	'Assembly and measurement do not depend on it; try simpler code to get this part too.';
const refusedHint: Partial<Record<Stage, string>> = {
	compile: 'Run it again, or call each method once in setup() before other threads start.',
	disassemble:
		'Let the compiler unfold less, leave out what is not measured, and give everything a plain name.'
};

const missingLibrary =
	"A program here is one file, with what its language's own library has to compute: no files, networks or tests. Put what else it needs into the file. A library for benchmarks is not needed, because kernel() is what is measured.";

/** Hints by the compilers' messages, for what people paste most from elsewhere. */
const compileHints: readonly (readonly [message: RegExp, hint: string])[] = [
	[
		/ header requires -fcoroutines|^unknown type name '(?:concept|requires|consteval|constinit|co_\w+)'|^no (?:member|type|template) named '\w+' in namespace 'std'|^'\w+' is not a member of 'std'|is a C\+\+(?:20|23) extension|only available (?:from|since|with) (?:C\+\+|-std=c\+\+)/,
		'If this is of C++20 or 23, give the compiler the flag -std=c++23; else include the header that declares it.'
	],
	[
		/^conflicting types for 'kernel'|^(?:conflicting|ambiguating new) declaration of .*\bkernel\(/,
		'The harness calls `uint64_t kernel(uint64_t iterations)`: let it do that many iterations and return what they computed.'
	],
	[
		/^(?:unknown type name|use of undeclared identifier) '(?:u?int\d+_t|size_t)'|^'(?:u?int\d+_t|size_t)' (?:does not name a type|was not declared|undeclared)/,
		'Include "cyclelab.h", which has the types of <stdint.h> and <stddef.h>.'
	],
	[
		/^unknown use of instruction mnemonic without a size suffix|^unknown token in expression|^invalid instruction mnemonic '|^assembler: (?:no such instruction: |too many memory references for |operand (?:size|type) mismatch for |ambiguous operand size )/,
		'Assembly in C is read as AT&T syntax: give the flag -masm=intel if yours is Intel syntax, without a line .intel_syntax.'
	],
	[
		/ may not be used on the stable release channel$/,
		'The compiler is stable Rust: leave the feature out, or use what it has without one, std::arch for vectors.'
	],
	[
		/^use of unstable library feature `stdarch_x86_avx512|^the target feature `avx512\w*` is currently unstable/,
		'Intrinsics and target features of AVX-512 came with Rust 1.89, and this compiler is older: give -Ctarget-cpu=native for loops that it vectorises, or write asm!().'
	],
	[/^module '[\w.:]+' not found$/, 'No modules are built here: include the headers instead.'],
	[/ file not found$|: No such file or directory$/, missingLibrary],
	[/^unresolved import `|^can't find crate for `|undeclared crate or module `/, missingLibrary],
	[/^could not import /, missingLibrary],
	[
		/^syntax error: package statement must be first$|; expected package main$/,
		'Begin the file with a line “package main”.'
	],
	[/^can't find file '/, missingLibrary],
	[
		/ `Intrinsics' does not exist in the namespace `System\.Runtime'/,
		"Mono's class library has no System.Runtime.Intrinsics: choose CoreCLR, or use System.Numerics.Vector<T>."
	],
	[/ Are you missing an assembly reference\?$/, missingLibrary]
];

function compileHint({
	diagnostics,
	likelyLanguage
}: Extract<FailureFacts, { kind: 'compile-error' }>): string {
	if (likelyLanguage !== undefined) {
		const name = languageNames[likelyLanguage];
		return `This looks like ${name}: choose ${name} as the language.`;
	}
	const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
	return (
		hintOf(compileHints, errors) ??
		(errors.length > 1
			? 'Start with the first one: the others often follow from it.'
			: 'Its own words are below.')
	);
}

/** The hint of the first pattern that a message fits. */
const hintOf = (
	hints: readonly (readonly [message: RegExp, hint: string])[],
	errors: Diagnostics
): string | undefined =>
	hints.find(([message]) => errors.some((error) => message.test(error.message)))?.[1];

/** Hints by the linkers' messages. */
const linkHints: readonly (readonly [message: RegExp, hint: string])[] = [
	[
		/^undefined symbol: __gmp/,
		'BigInt, BigFloat and BigRational need the library GMP, which is not linked here: use Int128 or UInt128.'
	],
	[
		/^the harness does not find this kernel\(\) by its name: /,
		'The compiler gave your kernel() another name, or kept it to itself: declare it as the message says.'
	],
	[
		/^undefined (?:\w+ )?symbol: | not defined$|: invalid reference to |^there is no kernel: /,
		'Define kernel(), and call only functions that the file or the C library has.'
	],
	[
		/^duplicate symbol: main$/,
		'The harness has a main() of its own: put what is to be measured into kernel(), and leave yours out.'
	],
	[/ out of range: /, 'Make static arrays smaller, or allocate them in setup().'],
	[
		/^duplicate symbol: |; name yours otherwise$/,
		'Choose another name where the linker says so below.'
	]
];

function linkHint(diagnostics: Diagnostics): string {
	const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
	return hintOf(linkHints, errors) ?? "The linker's own words are below.";
}

/** What is called and nowhere defined, by lld, by Go's linker, and by our own message about the kernel. */
const undefinedSymbol =
	/^undefined (?:\w+ )?symbol: (.+)$|relocation target (\S+) not defined$|^(?:there is no|the harness does not find this) (kernel)\b/;

function linkTitle(diagnostics: Diagnostics): string {
	const names = diagnostics.flatMap(({ severity, message }) => {
		const [, ...groups] = (severity === 'error' && undefinedSymbol.exec(message)) || [];
		return groups.find((name) => name !== undefined) ?? [];
	});
	const [name, ...others] = new Set(names);
	if (name === undefined) return 'The linker could not build a program from this file.';
	const more =
		others.length === 0
			? ''
			: `, nor of ${others.length === 1 ? 'one' : whole(others.length)} more`;
	return `The linker found no definition of ${shortName(visible(name))}${more}.`;
}

type Crash = Extract<FailureFacts, { kind: 'crash' }>;

/** A runtime that gives up says why, and often where: that is what a learner is told first. */
function crashWords(who: string, facts: Crash): { title: string; hint: string } {
	const last = runsCode(facts.stage) ? abortMessage(facts.text) : undefined;
	if (!last)
		return { title: crashTitle(who, facts.signal, facts.exitCode), hint: crashHint(facts) };
	const place = last.line === undefined ? '' : ` in line ${last.line}`;
	return {
		title: `${who} gave up${place}: ${last.message}.`,
		hint: 'kernel(n) is called with thousands of iterations: check that indexes, sums and memory hold for all of them, and what setup() leaves.'
	};
}

function crashTitle(who: string, signal: string | undefined, exitCode: number | undefined): string {
	if (signal !== undefined) {
		const meaning = signalMeanings[signal]?.meaning ?? 'it was ended by that signal';
		return `${who} crashed with ${signal}: ${meaning}.`;
	}
	if (exitCode === 0) return `${who} ended before the work was finished (exit code 0).`;
	return `${who} ended with exit code ${exitCode ?? 'unknown'}.`;
}

function crashHint({ stage, signal, exitCode }: Crash): string {
	if (!runsCode(stage)) return 'Try simpler code: this input makes a tool fail.';
	const hint = signal === undefined ? undefined : signalMeanings[signal]?.hint;
	if (hint !== undefined) return hint;
	if (signal === undefined && exitCode === 0)
		return 'Let kernel() return its result; do not call exit().';
	return 'Try fewer changes at once, starting from the original source.';
}

/** "Its clock ran backwards." after a colon; words in capitals stay. */
function lowerFirst(sentence: string): string {
	return /^[A-Z][a-z]* /.test(sentence)
		? sentence.charAt(0).toLowerCase() + sentence.slice(1)
		: sentence;
}

// Signals a learner's program dies from, in words (signal(7)): what it did, and one thing to try.

const signalMeanings: Record<string, { meaning: string; hint: string }> = {
	SIGSEGV: {
		meaning: 'it touched memory it does not own',
		hint: 'Check the array indexes and pointers, that malloc() returned memory, and that local arrays and recursion fit on the stack (8 MiB); no file can be opened here.'
	},
	SIGBUS: {
		meaning: 'it touched memory that has nothing behind it',
		hint: 'Check the addresses it computes, and their alignment.'
	},
	SIGFPE: {
		meaning: 'it divided an integer by zero, or the result did not fit',
		hint: 'Check the divisors.'
	},
	SIGILL: {
		meaning: 'it reached a trap, or an instruction this processor does not have',
		hint: 'Remove __builtin_trap() and what the compiler takes for impossible (undefined behaviour), else intrinsics for newer processors.'
	},
	SIGTRAP: {
		meaning: 'it ran into a trap',
		hint: 'Remove __builtin_trap(), and check for undefined behaviour the compiler has seen.'
	},
	SIGABRT: {
		meaning: 'it gave up by itself',
		hint: 'Check its assertions, and that it frees only what it allocated.'
	},
	SIGSYS: {
		meaning: 'it asked the system for something the sandbox does not allow',
		hint: 'Compute only: files, network and new processes are closed here.'
	},
	SIGKILL: {
		meaning: 'it was stopped from outside',
		hint: 'Run it again; if it happens again, try less memory.'
	},
	SIGPIPE: {
		meaning: 'it wrote to a channel nobody reads',
		hint: 'Remove the printing from kernel().'
	}
};
