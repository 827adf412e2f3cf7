/** Every failure in words: what happened, the limit or place, one thing to try. Browser-safe. */
import type { Failure, FailureFacts, Stage } from '../schema/failure.ts';
import { signalMeanings } from './signals.ts';
import { duration, whole } from './sentence-numbers.ts';

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
						title: 'The linker could not build a program from this file.',
						hint: linkHint(facts.diagnostics)
					}
				: { title: compileTitle(facts.diagnostics), hint: compileHint(facts.diagnostics) };
		case 'timeout':
			return {
				title: `${who} took longer than ${duration(facts.limitMs)} and was stopped.`,
				hint: code
					? 'Check that every loop ends: kernel(n) must do exactly n iterations and return.'
					: 'Try a smaller file, or one with less for the compiler to unfold.'
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
			return { title: crashTitle(who, facts.signal, facts.exitCode), hint: crashHint(facts) };
		case 'empty-kernel':
			return {
				title: 'The loop you measured is empty.',
				hint:
					`Of ${whole(facts.declaredIterations)} iterations it executed ${whole(facts.executedIterations)}: ` +
					'the compiler removed work nobody uses. Return a value that depends on every iteration.'
			};
		case 'implausible':
			return {
				title: `This result cannot be true: ${lowerFirst(facts.reason)}`,
				hint: 'Let kernel(n) do all n iterations, and leave clocks, exit and descriptor 3 to the harness.'
			};
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
		case 'refused':
			return {
				title: `${who} could not handle this code: ${lowerFirst(facts.reason)}`,
				hint: refusedHint[facts.stage] ?? withoutThisPart
			};
	}
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

function compileHint(diagnostics: Diagnostics): string {
	return diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length > 1
		? 'Start with the first one: the others often follow from it.'
		: 'Its own words are below.';
}

/** Hints by the linkers' messages. */
const linkHints: readonly (readonly [message: RegExp, hint: string])[] = [
	[
		/^undefined symbol: | not defined$|: invalid reference to |^there is no kernel: /,
		'Define kernel(), and call only functions that the file or the C library has.'
	],
	[/ out of range: /, 'Make static arrays smaller, or allocate them in setup().'],
	[
		/^duplicate symbol: |; name yours otherwise$/,
		'Choose another name where the linker says so below.'
	]
];

function linkHint(diagnostics: Diagnostics): string {
	const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
	const found = linkHints.find(([message]) => errors.some((one) => message.test(one.message)));
	return found?.[1] ?? "The linker's own words are below.";
}

function crashTitle(who: string, signal: string | undefined, exitCode: number | undefined): string {
	if (signal !== undefined) {
		const meaning = signalMeanings[signal]?.meaning ?? 'it was ended by that signal';
		return `${who} crashed with ${signal}: ${meaning}.`;
	}
	if (exitCode === 0) return `${who} ended before the work was finished (exit code 0).`;
	return `${who} ended with exit code ${exitCode ?? 'unknown'}.`;
}

function crashHint({ stage, signal, exitCode }: Extract<FailureFacts, { kind: 'crash' }>): string {
	if (!runsCode(stage)) return 'Try simpler code: this input makes a tool fail.';
	const known = signal === undefined ? undefined : signalMeanings[signal]?.hint;
	if (known !== undefined) return known;
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
