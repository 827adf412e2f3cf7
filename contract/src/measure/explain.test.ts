import { describe, expect, it } from 'vitest';
import type { FailureFacts } from '../schema/failure.ts';
import { Failure } from '../schema/failure.ts';
import { explain } from './explain.ts';

const defineKernel = 'Define kernel(), and call only functions that the file or the C library has.';
const newerCpp =
	'If this is of C++20 or 23, give the compiler the flag -std=c++23; else include the header that declares it.';
const oneFile =
	"A program here is one file, with what its language's own library has to compute: no files, networks or tests. Put what else it needs into the file. A library for benchmarks is not needed, because kernel() is what is measured.";
const signature =
	'The harness calls `uint64_t kernel(uint64_t iterations)`: let it do that many iterations and return what they computed.';
const types = 'Include "cyclelab.h", which has the types of <stdint.h> and <stddef.h>.';
const att =
	'Assembly in C is read as AT&T syntax: give the flag -masm=intel if yours is Intel syntax, without a line .intel_syntax.';
const newerRust =
	'Intrinsics and target features of AVX-512 came with Rust 1.89, and this compiler is older: give -Ctarget-cpu=native for loops that it vectorises, or write asm!().';
const goPackage = 'Begin the file with a line “package main”.';
const itsOwnWords = 'Its own words are below.';
const startSmaller = 'Try fewer changes at once, starting from the original source.';
const sameWork =
	'The work of an iteration depends on how many came before it, or long calls alone have some of it, as a garbage collection, or memory that is used for the first time. Let every iteration do the same: begin again where the data ends, and let nothing grow from one iteration to the next.';
const error = { variant: 'word', severity: 'error', message: 'no' } as const;
const compileError = (
	diagnostics: readonly { line?: number; message?: string }[],
	stage: 'compile' | 'link' = 'compile'
) => ({
	kind: 'compile-error' as const,
	stage,
	text: '',
	diagnostics: diagnostics.map((diagnostic) => ({ ...error, ...diagnostic }))
});
/** By the linker's messages. */
const linkError = (...messages: readonly string[]) =>
	compileError(
		messages.map((message) => ({ message })),
		'link'
	);
const noProgram = 'The linker could not build a program from this file.';

describe('a learner is told', () => {
	it.each<[FailureFacts, string, string]>([
		[compileError([{ line: 7 }]), 'The compiler found an error in line 7.', itsOwnWords],
		[
			compileError([{ line: 7 }, { line: 9 }, { line: 9 }]),
			'The compiler found an error in line 7, and 2 more.',
			'Start with the first one: the others often follow from it.'
		],
		[compileError([]), 'The compiler found an error.', itsOwnWords],
		...(
			[
				['in coroutine, line 38: "the <coroutine> header requires -fcoroutines"', newerCpp],
				["no member named 'span' in namespace 'std'", newerCpp],
				["unknown type name 'concept'", newerCpp],
				["'span' is not a member of 'std'", newerCpp],
				["'benchmark/benchmark.h' file not found", oneFile],
				['fmt/core.h: No such file or directory', oneFile],
				['unresolved import `rand`', oneFile],
				['could not import testing (open : no such file or directory)', oneFile],
				["can't find file 'kemal'", oneFile],
				[
					"CS0246: The type or namespace name `Newtonsoft' could not be found. Are you missing an assembly reference?",
					oneFile
				],
				["conflicting types for 'kernel'", signature],
				["unknown type name 'uint64_t'", types],
				["use of undeclared identifier 'uint32_t'", types],
				['unknown use of instruction mnemonic without a size suffix', att],
				['unknown token in expression', att],
				["assembler: no such instruction: `add rax,3'", att],
				["assembler: operand size mismatch for `add'", att],
				[
					'`#![feature]` may not be used on the stable release channel',
					'The compiler is stable Rust: leave the feature out, or use what it has without one, std::arch for vectors.'
				],
				["module 'std' not found", 'No modules are built here: include the headers instead.'],
				["ambiguating new declaration of 'int kernel(uint64_t)'", signature],
				[
					"CS0234: The type or namespace name `Intrinsics' does not exist in the namespace `System.Runtime'. Are you missing an assembly reference?",
					"Mono's class library has no System.Runtime.Intrinsics: choose CoreCLR, or use System.Numerics.Vector<T>."
				],
				['syntax error: package statement must be first', goPackage],
				['use of unstable library feature `stdarch_x86_avx512`', newerRust],
				['the target feature `avx512f` is currently unstable', newerRust],
				['package sum_test; expected package main', goPackage],
				["use of undeclared identifier 'x'", itsOwnWords]
			] as const
		).map(([message, hint]): [FailureFacts, string, string] => [
			compileError([{ line: 3, message }]),
			'The compiler found an error in line 3.',
			hint
		]),
		[
			{ ...compileError([{ line: 1, message: "unknown type name 'use'" }]), likelyLanguage: 'rs' },
			'The compiler found an error in line 1.',
			'This looks like Rust: choose Rust as the language.'
		],
		...(
			[
				['main: invalid reference to runtime.stopm', defineKernel],
				[
					"relocation R_X86_64_32S out of range: 8796095131744 is not in [-2147483648, 2147483647]; references 'large'",
					'Make static arrays smaller, or allocate them in setup().'
				],
				['duplicate symbol: setup', 'Choose another name where the linker says so below.'],
				[
					'duplicate symbol: main',
					'The harness has a main() of its own: put what is to be measured into kernel(), and leave yours out.'
				],
				[
					"the section cyclelab_text is the harness's own; name yours otherwise",
					'Choose another name where the linker says so below.'
				],
				['section .text: SHT_GROUP is broken', "The linker's own words are below."]
			] as const
		).map(([message, hint]): [FailureFacts, string, string] => [
			linkError(message),
			noProgram,
			hint
		]),
		[
			linkError('undefined symbol: __gmpz_init'),
			'The linker found no definition of __gmpz_init.',
			'BigInt, BigFloat and BigRational need the library GMP, which is not linked here: use Int128 or UInt128.'
		],
		...(
			[
				['kernel', 'undefined symbol: kernel'],
				[
					'lib::Table::find(unsigned long) const',
					'undefined symbol: lib::Table::find(unsigned long) const'
				],
				['runtime.nothing', 'main.kernel: relocation target runtime.nothing not defined'],
				['kernel', 'there is no kernel: write `fun kernel(iterations : UInt64) : UInt64`'],
				[
					'one, nor of 2 more',
					'undefined symbol: one',
					'undefined hidden symbol: two',
					'undefined symbol: three'
				]
			] as const
		).map(([names, ...messages]): [FailureFacts, string, string] => [
			linkError(...messages),
			`The linker found no definition of ${names}.`,
			defineKernel
		]),
		[
			linkError('the harness does not find this kernel() by its name: write it without `static`'),
			'The linker found no definition of kernel.',
			'The compiler gave your kernel() another name, or kept it to itself: declare it as the message says.'
		],
		[linkError(), noProgram, "The linker's own words are below."],
		[
			{
				kind: 'lacks-extension',
				stage: 'compile',
				extension: 'avx512f',
				flag: '-march=x86-64-v4',
				processor: 'AMD Zen 3'
			},
			"This runner's processor (AMD Zen 3) has no AVX-512 (avx512f), which -march=x86-64-v4 lets the compiler use.",
			'Give native in place of the name, which is the processor that measures, or choose a runner whose processor has it.'
		],
		[
			{
				kind: 'lacks-extension',
				stage: 'compile',
				extension: 'avx512f',
				flag: '-mavx512f',
				processor: 'AMD Zen 3'
			},
			"This runner's processor (AMD Zen 3) has no AVX-512 (avx512f), which -mavx512f lets the compiler use.",
			'Leave the flag out, or choose a runner whose processor has it.'
		],
		[
			{
				kind: 'lacks-extension',
				stage: 'compile',
				extension: 'avx512_fp16',
				flag: '-march=sapphirerapids',
				processor: 'AMD Zen 4'
			},
			"This runner's processor (AMD Zen 4) has no avx512_fp16 (a part of AVX-512), which -march=sapphirerapids lets the compiler use.",
			'Give native in place of the name, which is the processor that measures, or choose a runner whose processor has it.'
		],
		[
			{ kind: 'lacks-extension', stage: 'count', extension: 'gfni', processor: 'AMD Zen 3' },
			"This runner's processor (AMD Zen 3) has no gfni, and the program executes such instructions.",
			'Ask the processor what it has before such instructions (__builtin_cpu_supports in C), or choose a runner whose processor has them.'
		],
		[
			{ kind: 'timeout', stage: 'measure', limitMs: 10000 },
			'The program took longer than 10 seconds and was stopped.',
			'Check that every loop ends and nothing sleeps: kernel(n) must do exactly n iterations and return. If every loop ends, run it again when the machine is less busy.'
		],
		[
			{ kind: 'timeout', stage: 'count', limitMs: 5000 },
			'The program, while its instructions were counted, took longer than 5 seconds and was stopped.',
			'Check that every loop ends and nothing sleeps: kernel(n) must do exactly n iterations and return. Counting takes 10 to 100 times as long as the program, and longer on a busy machine: if every loop ends, run it again, or let an iteration or setup() do less.'
		],
		[
			{ kind: 'crash', stage: 'measure', signal: 'SIGUSR2', text: '' },
			'The program crashed with SIGUSR2: it was ended by that signal.',
			startSmaller
		],
		[
			{ kind: 'crash', stage: 'measure', exitCode: 0, text: '' },
			'The program ended before the work was finished (exit code 0).',
			'Let kernel() return its result; do not call exit().'
		],
		[
			{ kind: 'crash', stage: 'measure', exitCode: 3, text: '' },
			'The program ended with exit code 3.',
			startSmaller
		],
		[
			{
				kind: 'crash',
				stage: 'count',
				signal: 'SIGABRT',
				text: "\nthread '<unnamed>' panicked at a.rs:6:16:\ncalled `Option::unwrap()` on a `None` value\n"
			},
			'The program, while its instructions were counted, gave up in line 6: called `Option::unwrap()` on a `None` value.',
			'kernel(n) is called with thousands of iterations: check that indexes, sums and memory hold for all of them, and what setup() leaves.'
		],
		[
			{ kind: 'crash', stage: 'compile', exitCode: 2, text: 'panic: in the compiler' },
			'The compiler ended with exit code 2.',
			'Try simpler code: this input makes a tool fail.'
		],
		[
			{ kind: 'crash', stage: 'compile', signal: 'SIGSEGV', text: '' },
			'The compiler crashed with SIGSEGV: it touched memory it does not own.',
			'Try simpler code: this input makes a tool fail.'
		],
		[
			{ kind: 'empty-kernel', stage: 'count', declaredIterations: 10000, executedIterations: 1 },
			'No loop is left to measure.',
			'Of 10,000 iterations it executed 1: kernel() has no loop over its only argument, their number, or the compiler needs none: nobody uses the work, or a formula gives its result. ' +
				'Return a value that depends on every iteration, and on data that the compiler cannot know: let setup() write it.'
		],
		[
			{
				kind: 'empty-kernel',
				stage: 'count',
				declaredIterations: 2048,
				executedIterations: 0,
				instructionsOnce: 5003
			},
			'The work of kernel() does not depend on its iterations: a call executes 5,003 instructions, however many it is asked for.',
			'Use the argument: repeat the work so many times. If there is such a loop, the compiler moved the work out of it: let every iteration use the result of the one before.'
		],
		[
			{ kind: 'implausible', stage: 'measure', reason: 'Its clock counted 9 ms, ours 3 ms.' },
			'This result cannot be true: its clock counted 9 ms, ours 3 ms.',
			'Let kernel(n) do all n iterations, and leave clocks, exit and descriptor 3 to the harness.'
		],
		[
			{
				kind: 'implausible',
				stage: 'measure',
				bound: 'processClock',
				reason: 'Its clock counted 9 ms, ours 3 ms.'
			},
			'This result cannot be true: its clock counted 9 ms, ours 3 ms.',
			'A host that was paused, or whose clock was set meanwhile, looks like this: run it again. Else leave clocks and descriptor 3 to the harness.'
		],
		[
			{ kind: 'implausible', stage: 'count', bound: 'checksum', reason: 'It returned 1.' },
			'This result is not shown: it returned 1.',
			'A change of the code changed what it computes. Compare it with the original, and undo the change that does.'
		],
		[
			{
				kind: 'no-line',
				stage: 'measure',
				costs: [
					{ iterations: 1024, cycles: 64.8 },
					{ iterations: 2048, cycles: 129.5 },
					{ iterations: 3072, cycles: 194.44 }
				]
			},
			'The cost of an iteration grows with their number: 64.8 cycles in a call of 1,024 iterations, 130 in a call of 2,048, and 194 in a call of 3,072. No cost of an iteration is given.',
			sameWork
		],
		[
			{
				kind: 'no-line',
				stage: 'measure',
				costs: [
					{ iterations: 1, cycles: 1230 },
					{ iterations: 2, cycles: 2480 },
					{ iterations: 3, cycles: 2320 }
				]
			},
			'The cost of an iteration changes with their number: 1,230 cycles in a call of 1 iteration, 2,480 in a call of 2, and 2,320 in a call of 3. No cost of an iteration is given.',
			sameWork
		],
		[
			{ kind: 'refused', stage: 'compile', reason: 'Its listings are mixed.' },
			'The compiler could not handle this code: its listings are mixed.',
			'Run it again, or call each method once in setup() before other threads start.'
		]
	])('%o', (facts, title, hint) => {
		expect(explain(facts)).toEqual({ ...facts, title, hint });
		expect(Failure.safeParse(explain(facts)).success).toBe(true);
	});
});
