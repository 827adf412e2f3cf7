import type { FailureFacts } from '@cyclelab/contract/schema/failure';

/**
 * Examples of every kind of failure; the type requires all kinds. Texts are as long as the texts of programs and compilers.
 */
export const failureExamples: { [Kind in FailureFacts['kind']]: [Of<Kind>, ...Of<Kind>[]] } = {
	'compile-error': [
		{
			kind: 'compile-error',
			stage: 'compile',
			text: `kernel.c:7:9: error: use of undeclared identifier '${'a_long_name_'.repeat(12)}'\n`,
			diagnostics: [
				{
					variant: 'base',
					line: 7,
					column: 9,
					severity: 'error',
					message: 'undeclared identifier'
				},
				{ variant: 'base', line: 9, column: 1, severity: 'error', message: 'expected }' }
			]
		},
		{
			kind: 'compile-error',
			stage: 'link',
			text: 'ld.lld: error: undefined symbol: kernel\n',
			diagnostics: []
		}
	],
	timeout: [{ kind: 'timeout', stage: 'compile', limitMs: 10_000 }],
	'out-of-memory': [{ kind: 'out-of-memory', stage: 'count', limitMiB: 512 }],
	'output-limit': [{ kind: 'output-limit', stage: 'measure', limitKiB: 256 }],
	crash: [
		{ kind: 'crash', stage: 'measure', signal: 'SIGSEGV', text: 'segmentation fault\n'.repeat(40) },
		{ kind: 'crash', stage: 'count', exitCode: 0, text: '' }
	],
	'empty-kernel': [
		{
			kind: 'empty-kernel',
			stage: 'count',
			declaredIterations: 16_384,
			executedIterations: 0
		}
	],
	implausible: [
		{
			kind: 'implausible',
			stage: 'measure',
			reason: 'It used 87.5 ms of processor time, but reports 20.6 ms.'
		}
	],
	'no-line': [
		{
			kind: 'no-line',
			stage: 'measure',
			costs: [
				{ iterations: 1024, cycles: 64.8 },
				{ iterations: 2048, cycles: 129.5 },
				{ iterations: 3072, cycles: 194.4 }
			]
		}
	],
	'too-noisy': [{ kind: 'too-noisy', stage: 'measure', accepted: 3, attempted: 40 }],
	'too-few-cores': [{ kind: 'too-few-cores', stage: 'measure', needed: 4, has: 2 }],
	'no-time-left': [{ kind: 'no-time-left', stage: 'measure', limitMs: 60_000 }],
	'lacks-extension': [
		{
			kind: 'lacks-extension',
			stage: 'compile',
			extension: 'avx512f',
			flag: '-march=x86-64-v4',
			processor: 'AMD Zen 3'
		}
	],
	refused: [
		{
			kind: 'refused',
			stage: 'predict',
			reason: `Instruction ${'vp4dpwssds_'.repeat(8)} is unknown to this model.`
		}
	]
};

type Of<Kind> = Extract<FailureFacts, { kind: Kind }>;
