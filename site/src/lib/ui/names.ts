/** Names of languages' compilers, stages, events and verdicts, as people read them. */
import type { Stage } from '@cyclelab/contract/schema/failure';
import type { ClaimResult } from '@cyclelab/contract/schema/verdicts';
import type { Comparison } from '@cyclelab/contract/schema/measurement';
import type { Compiler } from '@cyclelab/contract/schema/compiler';

export const compilers: Record<Compiler, string> = {
	'clang-22': 'Clang 22',
	'clang-19': 'Clang 19',
	'gcc-14': 'GCC 14',
	'gcc-12': 'GCC 12',
	'rust-1.85': 'Rust 1.85 (LLVM 19)',
	'go-1.27': 'Go 1.27',
	'go-1.24': 'Go 1.24',
	'coreclr-8.0': '.NET 8.0 (CoreCLR)',
	'coreclr-8.0-tier0': '.NET 8.0 Tier0 (CoreCLR, not optimised)',
	'coreclr-8.0-unpromoted': '.NET 8.0 unpromoted (CoreCLR, without physical promotion)',
	'coreclr-3.1': 'CoreCLR 3.1 (RyuJIT)',
	'mono-6.12': 'Mono 6.12 (ahead of time)',
	'crystal-1.14': 'Crystal 1.14'
};

/** Without what stands in brackets: `.NET 8.0`. */
export const shortCompiler = (compiler: Compiler): string =>
	compilers[compiler].replace(/ \(.*\)$/, '');

/** The counter that was read, as the processors' manuals call it. */
export const clocks = {
	tsc: 'time-stamp counter (TSC)',
	cntvct: 'virtual counter (CNTVCT)'
} as const;

export const stages: Record<Stage, { name: string; doing: string }> = {
	compile: { name: 'compile', doing: 'Compiling' },
	link: { name: 'link', doing: 'Linking' },
	disassemble: { name: 'disassemble', doing: 'Reading the assembly of' },
	count: { name: 'count', doing: 'Counting the instructions of' },
	predict: { name: 'predict', doing: 'Asking the model about' },
	measure: { name: 'measure', doing: 'Measuring' }
};

export const claimVerdicts: Record<ClaimResult['verdict'], string> = {
	reproduced: 'reproduced here',
	'not-here': 'not on this processor',
	contradicted: 'contradicted here',
	'too-noisy': 'too noisy to say',
	'not-measured': 'not measured'
};

export const comparisonVerdicts: Record<Comparison['verdict'], string> = {
	agree: 'the model agrees',
	'model-too-slow': 'the model is too slow',
	'model-too-fast': 'the model is too fast',
	'outside-the-model': 'outside the model (*)',
	'only-the-counter': 'only the counter is left',
	'too-noisy': 'too noisy to compare',
	'no-prediction': 'no prediction'
};

export const siteDescription =
	'Documented, predicted, measured: three numbers for the same loop, with the assembly between them.';
