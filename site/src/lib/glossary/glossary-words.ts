/** The field's terms, in plain words. Every badge and heading leads to one of them. */
import type { Group, TermId } from './terms.ts';

export const glossaryWords = {
	text: 'What the words on these pages mean here. Badges and headings lead to them.',
	groups: {
		numbers: 'The three numbers',
		measuring: 'Measuring',
		code: 'Code',
		models: 'Models of processors',
		blind: 'What a model cannot see',
		memory: 'Memory and other cores'
	} satisfies Record<Group, string>
} as const;

export const terms: Record<TermId, { name: string; text: string }> = {
	documented: {
		name: 'documented',
		text: 'What a source document reports: its author’s number, on its author’s machine, quoted as it stands there. It is never corrected for another machine.'
	},
	predicted: {
		name: 'predicted',
		text: 'What llvm-mca computes for the hot loop from a model of a processor, without running anything. It assumes that all data is in the first cache and every branch is guessed.'
	},
	measured: {
		name: 'measured',
		text: 'What the loop took here and now, on the processor that is named: the median over several processes, with its interval.'
	},
	claim: {
		name: 'claim',
		text: 'A statement of the document that can be checked: mostly that one variant takes at least, or at most, so many times as long as another. It is judged by the interval of the ratio, never by the median alone.'
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
		text: 'The code that is timed: a function that does exactly as many iterations as it is asked for and returns a number that depends on all of them.'
	},
	cycle: {
		name: 'clock cycle',
		text: 'One tick of the core’s own clock. Cycles stay the same when the clock changes its speed, nanoseconds do not.'
	},
	ruler: {
		name: 'ruler',
		text: 'Code whose cost in cycles is known, timed just before and after each sample: a chain of multiplications that wait for each other, three cycles each. It turns ticks of the counter into cycles of the core, and shows when the clock moved in between.'
	},
	'clock-read': {
		name: 'clock read',
		text: 'The counter that timing reads: the time-stamp counter on x86-64, the virtual counter on arm64. It ticks at a fixed rate, which differs from the clock rate of the core.'
	},
	sample: {
		name: 'sample',
		text: 'One timing: a call of the kernel with n iterations and one with 2n. Their difference, divided by n, is what an iteration costs, for everything that happens once a call cancels. Samples that another program disturbed are set aside and counted.'
	},
	median: {
		name: 'median',
		text: 'The value in the middle: half of the samples lie below it. A few slow samples hardly move it, which an average cannot say of itself.'
	},
	interval: {
		name: '95 % interval',
		text: 'Where the true median lies, with such a method, in 95 of 100 cases. Samples of one process are counted as what they are, dependent on each other.'
	},
	distribution: {
		name: 'distribution',
		text: 'How often which time came. Timings have a steep left side, the fastest the code can be, and a long right one, for there are many ways to be slow.'
	},
	modes: {
		name: 'several speeds',
		text: 'Samples that gather around more than one value: the code runs alternately at several speeds. A single number would lie between them, where it never was.'
	},
	'noise-floor': {
		name: 'noise floor',
		text: 'How much identical code differs when this runner measures it twice. The runner finds out whenever it has nothing to do; a smaller difference is not claimed.'
	},
	'too-noisy': {
		name: 'too noisy',
		text: 'The interval is too wide to say whether a claim holds. That is no verdict about the code; run it again in a moment.'
	},
	'shared-core': {
		name: 'core shared',
		text: 'Another program ran on the other hyperthread of the same physical core. Code that fills the core then takes up to twice as long. A second ruler notices it.'
	},
	meter: {
		name: 'meter',
		text: 'Something besides time that a kernel reports about itself, such as bytes it took from the heap.'
	},
	knee: {
		name: 'step',
		text: 'A place in a sweep after which the cost rises, found in the measured points and not assumed; next to it stands the cache of that size, if there is one.'
	},
	'machine-code': {
		name: 'assembly',
		text: 'The machine’s instructions, written for people. The page shows the disassembly of the program that was timed.'
	},
	'hot-loop': {
		name: 'hot loop',
		text: 'The loop in the machine code in which nearly all executed instructions are, found from exact counts. It has a band, and it is what a model predicts.'
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
		text: 'What a compiler makes of the source on its way to machine code: Go’s SSA phases, LLVM’s IR for Rust and Crystal.'
	},
	model: {
		name: 'scheduling model',
		text: 'A compiler’s description of a processor core: for each instruction how long it takes and which ports it needs. Made for choosing instructions, and often only nearly right.'
	},
	'llvm-mca': {
		name: 'llvm-mca',
		text: 'LLVM’s machine code analyser. It simulates many passes of a loop on a scheduling model. Here it is asked for the processor that measures and for others.'
	},
	osaca: {
		name: 'OSACA',
		text: 'Another analyser with its own machine models: it reports the cycles of the busiest port and of the longest dependency chain between iterations. A second opinion, never a verdict.'
	},
	latency: {
		name: 'latency',
		text: 'Cycles from the start of an instruction until a dependent instruction can use its result. It counts where each instruction waits for the one before.'
	},
	throughput: {
		name: 'throughput',
		text: 'How many instructions of a kind can be done in a cycle if none waits for another. Its inverse is the reciprocal throughput, in cycles.'
	},
	uops: {
		name: 'µops',
		text: 'Micro-operations: the parts into which a core takes an instruction. It can begin only so many of them in a cycle, the dispatch width.'
	},
	ports: {
		name: 'ports',
		text: 'The units of a core that execute: additions here, loads there. The port that a loop needs most often, under the highest port pressure, may limit it.'
	},
	ipc: {
		name: 'IPC',
		text: 'Instructions per cycle.'
	},
	timeline: {
		name: 'timeline',
		text: 'Cycle by cycle, where each instruction of the first passes is in the model: dispatched, waiting, executing, done, retired.'
	},
	dependency: {
		name: 'loop-carried dependency',
		text: 'A chain in which each iteration of a loop needs a result of the previous iteration. However wide the core is, the loop is no faster than its longest chain.'
	},
	aliasing: {
		name: 'aliasing',
		text: 'Two accesses that may be to the same place. llvm-mca assumes that no load reads what an earlier store wrote, unless it is asked not to; both answers are shown.'
	},
	'outside-the-model': {
		name: 'outside the model (*)',
		text: 'In this loop something decides the time that the model does not describe: a cache miss, a wrong guess, a locked instruction. The prediction is shown, and not held against the measurement.'
	},
	'branch-prediction': {
		name: 'branch prediction',
		text: 'A core guesses where a branch goes and works ahead. A wrong guess throws that work away, some fifteen cycles. Models assume that every guess is right.'
	},
	'path-dependent': {
		name: 'path-dependent',
		text: 'The iterations of the loop take different paths through it. The prediction is for the most frequent path.'
	},
	'short-trips': {
		name: 'short trips',
		text: 'The loop is left after few passes each time. Entering it and leaving it, with a wrong guess at the end, then cost as much as the passes.'
	},
	'part-of-the-kernel': {
		name: 'part of the kernel',
		text: 'A part of the executed instructions lies outside of the hot loop. It is measured, but not predicted.'
	},
	'constant-adds': {
		name: 'additions that take no time',
		text: 'Some cores add small constants while they rename registers, before anything is executed. To the model each addition takes a cycle.'
	},
	call: {
		name: 'call',
		text: 'A loop that calls a function has work that is not in the lines shown, and pushes and pops its way back.'
	},
	division: {
		name: 'division',
		text: 'Division takes a time that depends on the numbers. A model has one figure for all of them.'
	},
	microcode: {
		name: 'microcode',
		text: 'Rare instructions are small programs inside the processor. Their cost depends on the processor’s state, and models guess it.'
	},
	fence: {
		name: 'fence',
		text: 'An instruction that lets nothing pass before earlier memory accesses are done. What it costs depends on what is still on its way.'
	},
	system: {
		name: 'system instruction',
		text: 'Code that asks the operating system or the processor’s control registers for something. It is too slow and irregular to be measured as a loop.'
	},
	pause: {
		name: 'PAUSE',
		text: 'A hint that a thread is only waiting. It costs from a few to some 140 cycles, depending on the processor’s generation.'
	},
	cache: {
		name: 'cache',
		text: 'Small fast memories between core and main memory, in levels: L1, L2, L3. Data moves in lines, of 64 bytes mostly.'
	},
	'store-forwarding': {
		name: 'store forwarding',
		text: 'A load that reads what was just stored gets it from the store buffer, before it is in the cache. That takes some cycles, and fails if the load needs bytes of several stores.'
	},
	'non-temporal': {
		name: 'non-temporal store',
		text: 'A store that goes past the caches to memory, for data that is not needed again soon.'
	},
	gather: {
		name: 'gather',
		text: 'One instruction that loads from many places. It costs as much as many loads, and depends on where they lie.'
	},
	atomic: {
		name: 'atomic operation',
		text: 'Reads and writes a place in one step that nobody can come between. On x86-64 it is locked; arm64 has a pair of exclusive load and store, or one instruction of LSE.'
	},
	ordered: {
		name: 'ordered access',
		text: 'A load or store that other accesses may not pass (acquire, release). Models do not describe what that costs.'
	}
};
