/** The terms of these pages: figures, measuring, code. */
import type { TermsOf } from './terms.ts';

export const pageTerms: TermsOf<'numbers' | 'measuring' | 'code'> = {
	documented: {
		name: 'documented',
		text: 'What a source document reports: its author’s figure, on its author’s machine, quoted as printed. The site never converts it for another machine.'
	},
	predicted: {
		name: 'predicted',
		text: 'What llvm-mca computes for the hot loop from a model of a processor, without executing anything. It assumes that all data is in L1 and that every branch is predicted.'
	},
	measured: {
		name: 'measured',
		text: 'What the loop took in this run, on the processor that is named: the median over several processes, with its interval.'
	},
	claim: {
		name: 'claim',
		text: 'A statement of the document that can be checked, mostly that one variant takes at least, or at most, so many times as long as another. The verdict rests on the interval of the ratio, never on the median alone.'
	},
	ratio: {
		name: 'ratio',
		text: 'One time divided by another. 2.00× is twice as long, 0.50× half as long. Its interval comes from the intervals of both.'
	},
	baseline: {
		name: 'baseline',
		text: 'The variant that others are compared with.'
	},
	iteration: {
		name: 'iteration',
		text: 'One turn of the loop as the source writes it. A compiler may unroll the loop; then one pass through the machine code’s loop is several iterations.'
	},
	kernel: {
		name: 'kernel',
		text: 'The code that is timed: a function that executes exactly the number of iterations that it is called with, and returns a number that depends on all of them.'
	},
	cycle: {
		name: 'clock cycle',
		text: 'One tick of the core’s own clock. A cost in cycles stays the same when the clock changes its frequency; a cost in nanoseconds does not.'
	},
	ruler: {
		name: 'ruler',
		text: 'Code whose cost in cycles is known, timed just before and after each sample: a chain of multiplications, 3 cycles each. It converts ticks of the counter into cycles of the core, and shows when the clock changed in between.',
		source: 'latency of a multiplication, measured in “What is a cycle?”'
	},
	'clock-read': {
		name: 'clock read',
		text: 'The counter that timing reads: the time-stamp counter on x86-64, the virtual counter on arm64. It ticks at a fixed rate, which differs from the clock rate of the core.'
	},
	sample: {
		name: 'sample',
		text: 'One timing: a call of the kernel with n iterations and a call with 2n. The difference, divided by n, is the cost of an iteration, because everything that happens once in a call cancels. Samples that another program disturbed are excluded and counted.'
	},
	median: {
		name: 'median',
		text: 'The value in the middle: half of the samples lie below it. A few slow samples hardly change it, while they change an average.'
	},
	interval: {
		name: '95 % interval',
		text: 'Computed by a method whose intervals contain the true median in 95 of 100 cases. Samples of one process count as dependent on each other.'
	},
	distribution: {
		name: 'distribution',
		text: 'How often each time was measured. Timings have a steep left side, the fastest the code can be, and a long right side, because there are many reasons to be slow.'
	},
	modes: {
		name: 'several speeds',
		text: 'Samples gather around more than one value: the code runs alternately at several speeds. A single number would lie between them, where no sample was.'
	},
	'noise-floor': {
		name: 'noise floor',
		text: 'How much identical code differs when this runner measures it twice. The runner measures this whenever it has nothing else to do; a smaller difference is not claimed.'
	},
	'too-noisy': {
		name: 'too noisy',
		text: 'The interval is too wide to say whether a claim holds. That is no verdict about the code; run it again in a moment.'
	},
	'shared-core': {
		name: 'core shared',
		text: 'Another program ran on the other hyperthread of the same physical core. Code that uses all of the core then takes up to twice as long. A second ruler detects it.'
	},
	meter: {
		name: 'meter',
		text: 'Something besides time that a kernel reports about itself, such as bytes it took from the heap.'
	},
	knee: {
		name: 'step',
		text: 'A value of a sweep after which the cost rises, found in the measured points and not assumed. The page names the cache of that size next to it, if there is one.'
	},
	'machine-code': {
		name: 'assembly',
		text: 'The machine’s instructions, written for people. The page shows the disassembly of the program that was timed.'
	},
	'hot-loop': {
		name: 'hot loop',
		text: 'The loop in the machine code that contains nearly all executed instructions, found from exact counts. The listing marks it, and the prediction is about it.'
	},
	executed: {
		name: 'executed',
		text: 'How often an instruction was executed, counted one by one under an emulator (qemu-user). The count is exact; the emulator’s time means nothing and is never shown.'
	},
	unrolling: {
		name: 'unrolling',
		text: 'A compiler writes the body of a loop several times in a row, so that counting and jumping happen less often.'
	},
	representation: {
		name: 'intermediate representation',
		text: 'The form in which a compiler holds the program between source and machine code: Go’s SSA phases, LLVM’s IR for Rust and Crystal.'
	}
};
