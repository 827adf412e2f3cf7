import { describe, expect, it } from 'vitest';
import type { FailureFacts } from '../schema/failure.ts';
import { Failure } from '../schema/failure.ts';
import { explain } from './explain.ts';

const defineKernel = 'Define kernel(), and call only functions that the file or the C library has.';
const error = { variant: 'word', severity: 'error', message: 'no' } as const;

describe('a learner is told', () => {
	it.each<[FailureFacts, string, string]>([
		[
			{ kind: 'compile-error', stage: 'compile', text: '', diagnostics: [{ ...error, line: 7 }] },
			'The compiler found an error in line 7.',
			'Its own words are below.'
		],
		[
			{
				kind: 'compile-error',
				stage: 'compile',
				text: '',
				diagnostics: [
					{ ...error, line: 7 },
					{ ...error, line: 9 },
					{ ...error, line: 9 }
				]
			},
			'The compiler found an error in line 7, and 2 more.',
			'Start with the first one: the others often follow from it.'
		],
		[
			{ kind: 'compile-error', stage: 'compile', text: 'clang: error', diagnostics: [] },
			'The compiler found an error.',
			'Its own words are below.'
		],
		...(
			[
				['undefined symbol: kernel', defineKernel],
				['main.kernel: relocation target runtime.nothing not defined', defineKernel],
				['main: invalid reference to runtime.stopm', defineKernel],
				['there is no kernel: write `fun kernel(iterations : UInt64) : UInt64`', defineKernel],
				[
					"relocation R_X86_64_32S out of range: 8796095131744 is not in [-2147483648, 2147483647]; references 'large'",
					'Make static arrays smaller, or allocate them in setup().'
				],
				['duplicate symbol: main', 'Choose another name where the linker says so below.'],
				[
					"the section cyclelab_text is the harness's own; name yours otherwise",
					'Choose another name where the linker says so below.'
				],
				['section .text: SHT_GROUP is broken', "The linker's own words are below."]
			] as const
		).map(([message, hint]): [FailureFacts, string, string] => [
			{
				kind: 'compile-error',
				stage: 'link',
				text: '',
				diagnostics: [{ ...error, message }]
			},
			'The linker could not build a program from this file.',
			hint
		]),
		[
			{ kind: 'compile-error', stage: 'link', text: '', diagnostics: [] },
			'The linker could not build a program from this file.',
			"The linker's own words are below."
		],
		[
			{ kind: 'no-time-left', stage: 'measure', limitMs: 60000 },
			'This was not measured: the other measurements of this run had used its 60 seconds on the measuring core.',
			'Let setup() do less, or measure fewer values or variants at once.'
		],
		[
			{ kind: 'too-few-cores', stage: 'measure', needed: 2, has: 1 },
			'This measurement needs 2 dedicated cores; this runner has 1.',
			'Give the runner 2 cores with MEASURE_CPUS and TOOLS_CPUS, or run it on a larger machine.'
		],
		[
			{ kind: 'timeout', stage: 'measure', limitMs: 10000 },
			'The program took longer than 10 seconds and was stopped.',
			'Check that every loop ends: kernel(n) must do exactly n iterations and return.'
		],
		[
			{ kind: 'timeout', stage: 'count', limitMs: 5000 },
			'The program, while its instructions were counted, took longer than 5 seconds and was stopped.',
			'Check that every loop ends: kernel(n) must do exactly n iterations and return.'
		],
		[
			{ kind: 'timeout', stage: 'compile', limitMs: 10000 },
			'The compiler took longer than 10 seconds and was stopped.',
			'Try a smaller file, or one with less for the compiler to unfold.'
		],
		[
			{ kind: 'out-of-memory', stage: 'measure', limitMiB: 1536 },
			'The program used more than 1,536 MiB of memory and was stopped.',
			'Try a smaller array, and free what setup() no longer needs.'
		],
		[
			{ kind: 'out-of-memory', stage: 'compile', limitMiB: 512 },
			'The compiler used more than 512 MiB of memory and was stopped.',
			'Try smaller constant arrays, or fill them in setup().'
		],
		[
			{ kind: 'output-limit', stage: 'measure', limitKiB: 1024 },
			'The program wrote more than 1,024 KiB and was stopped.',
			'Remove the printing from kernel(): what it returns is already shown.'
		],
		[
			{ kind: 'output-limit', stage: 'compile', limitKiB: 256 },
			'The compiler wrote more than 256 KiB and was stopped.',
			'Fix the first error: the others often follow from it. Fill large arrays in setup().'
		],
		[
			{ kind: 'crash', stage: 'measure', signal: 'SIGSEGV', text: '' },
			'The program crashed with SIGSEGV: it touched memory it does not own.',
			'Check the array indexes and pointers, and that malloc() returned memory.'
		],
		[
			{ kind: 'crash', stage: 'measure', signal: 'SIGUSR2', text: '' },
			'The program crashed with SIGUSR2: it was ended by that signal.',
			'Try fewer changes at once, starting from the original source.'
		],
		[
			{ kind: 'crash', stage: 'measure', exitCode: 0, text: '' },
			'The program ended before the work was finished (exit code 0).',
			'Let kernel() return its result; do not call exit().'
		],
		[
			{ kind: 'crash', stage: 'measure', exitCode: 3, text: '' },
			'The program ended with exit code 3.',
			'Try fewer changes at once, starting from the original source.'
		],
		[
			{ kind: 'crash', stage: 'compile', signal: 'SIGSEGV', text: '' },
			'The compiler crashed with SIGSEGV: it touched memory it does not own.',
			'Try simpler code: this input makes a tool fail.'
		],
		[
			{ kind: 'empty-kernel', stage: 'count', declaredIterations: 10000, executedIterations: 1 },
			'The loop you measured is empty.',
			'Of 10,000 iterations it executed 1: the compiler removed work nobody uses. ' +
				'Return a value that depends on every iteration.'
		],
		[
			{ kind: 'implausible', stage: 'measure', reason: 'Its clock counted 9 ms, ours 3 ms.' },
			'This result cannot be true: its clock counted 9 ms, ours 3 ms.',
			'Let kernel(n) do all n iterations, and leave clocks, exit and descriptor 3 to the harness.'
		],
		[
			{ kind: 'too-noisy', stage: 'measure', accepted: 4, attempted: 1500 },
			'The machine was too busy for a verdict: 4 of 1,500 samples were undisturbed.',
			'Run it again in a moment.'
		],
		[
			{ kind: 'refused', stage: 'predict', reason: 'LLVM has no model.' },
			'The predictor llvm-mca could not handle this code: LLVM has no model.',
			'Assembly and measurement do not depend on it; try simpler code to get this part too.'
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
