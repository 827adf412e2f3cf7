/** Texts of the self-test. */
import type { SelfTest } from '@cyclelab/exercises/self-test';
import type { Score } from './self-test.ts';

export const selfTestWords = {
	title: 'Twelve loops',
	text: 'Twelve loops that occur in no lesson. Each can be answered from the pages of the track Foundations alone: choose an answer, check it, then open the loop in free play and look at the prediction and at your own measurement. Your first answers are kept in this browser only.',
	link: 'Self-test: twelve loops',
	score: ({ all, answered, right }: Score) =>
		answered === 0
			? `None of ${all} answered yet.`
			: `${answered} of ${all} answered, ${right} right at the first try.`,
	kernel: { a: 'Kernel A', b: 'Kernel B' },
	alone: 'Source',
	theLoop: 'The loop',
	hotLoop: (target: string) => `The hot loop on ${target}; … stands for an address`,
	answers: 'Your answer',
	check: 'Check',
	right: 'Right.',
	wrong: (why: string) => `Not this one. ${why}`,
	reveal: 'The answer',
	rightAnswer: 'Right is:',
	predicted: 'llvm-mca predicts, in cycles a turn',
	model: 'Model asked for',
	aliasing: 'with -noalias=false',
	cycles: 'Cycles',
	unpredicted: (kernel: string, reason: string) => `${kernel}: no prediction, as ${reason}.`,
	measured: 'Measured, in cycles a turn (median, and its interval of 95 %)',
	interval: (median: string, low: string, high: string) => `${median} (${low} to ${high})`,
	notMeasured: 'Not measured: no machine of this architecture was at hand.',
	with: ({ llvmMca, compiler, machine, day }: SelfTest['about']) =>
		`Predictions: llvm-mca ${llvmMca}, code of ${compiler}. Measurements: ${machine}, on ${day}. Your processor may differ: free play predicts and measures the loop there.`,
	teaches: 'Taught in:',
	open: 'Open in free play',
	forget: 'Forget my answers',
	absent: 'This site has no self-test. Add the folder exercises/loops and start the site again.',
	progressText:
		'Twelve loops that occur in no lesson: what limits each, what llvm-mca predicts, and what is measured.'
} as const;
