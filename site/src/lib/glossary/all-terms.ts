/** All terms of the glossary with their texts. */
import type { Term, TermId } from './terms.ts';

export const terms: Record<TermId, Term> = {
	documented: {
		name: 'documented',
		text: 'What a source document reports: its author’s figure, on its author’s machine, quoted as printed. The site never converts it for another machine.'
	},
	predicted: {
		name: 'predicted',
		text: 'What llvm-mca computes for the hot loop from a model of a processor, without executing anything. It assumes that all data is in L1 and that every branch is predicted.'
	},
	'with-events': {
		name: 'predicted with events',
		text: 'llvm-mca’s prediction and what it leaves out: misses of caches and TLBs, loads that wait for stores, mispredicted branches and locked operations. They are simulated with the executed loads, stores and branches, and cost what they cost on this runner, as its own kernels measured it. “Events”, below the models, has them one by one.'
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
		text: 'One timing: two calls of the kernel, of n, 2n or 3n iterations. The difference of their times, divided by that of their iterations, is the cost of an iteration, because everything that happens once in a call cancels. Samples that another program disturbed are excluded and counted.'
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
	},

	latency: {
		name: 'latency',
		text: 'Cycles from the start of an instruction until a dependent instruction can use its result. It decides the time where each instruction waits for the previous one.'
	},
	throughput: {
		name: 'throughput',
		text: 'How many instructions of a kind a core can start in a cycle if none waits for another. Its inverse is the reciprocal throughput, in cycles.'
	},
	ipc: {
		name: 'IPC',
		text: 'Instructions per cycle.'
	},
	'dependency-chain': {
		name: 'dependency chain',
		text: 'A sequence of instructions each of which needs the result of the previous instruction. It takes the sum of their latencies, however many units are free.'
	},
	dependency: {
		name: 'loop-carried dependency',
		text: 'A dependency chain from one iteration of a loop to the next. The loop is no faster than its longest such chain, however wide the core is.'
	},
	uops: {
		name: 'µops',
		text: 'Micro-operations: the parts into which a core decodes an instruction. It can dispatch only so many of them in a cycle, the dispatch width.'
	},
	ports: {
		name: 'ports',
		text: 'The ways to a core’s execution units: additions on some ports, loads on others. A port accepts one µop in a cycle. The port that a loop needs most often, the port with the highest pressure, may limit it.'
	},
	'reorder-buffer': {
		name: 'reorder buffer',
		text: 'The list of all µops that were dispatched and have not retired. They execute in any order and retire in program order. If the oldest µop waits for memory, the buffer fills up; once it is full, the core cannot begin later work.'
	},
	'store-buffer': {
		name: 'store buffer',
		text: 'A queue of stores that were executed and are not in the cache yet. They leave it in program order on x86-64. A load looks here for its bytes before it reads L1.'
	},
	'branch-prediction': {
		name: 'branch prediction',
		text: 'A core predicts which way a branch goes, from the outcomes of earlier branches, and executes ahead on that path. Models assume that every prediction is right.'
	},
	misprediction: {
		name: 'branch misprediction',
		text: 'The core predicted a branch wrongly. It discards everything after the branch and starts to fetch on the other path. That costs about as many cycles as its pipeline has stages from fetching to executing.'
	},
	'conditional-move': {
		name: 'conditional move',
		text: 'An instruction that takes one of two values, depending on a condition: cmov on x86-64, csel on arm64. It is not predicted: it waits for the condition and for both values.'
	},
	vector: {
		name: 'vector',
		text: 'Several numbers of one type in one register, with instructions that compute with all of them at once (SIMD). A compiler vectorises a loop if it can show that the result stays the same.'
	},
	subnormal: {
		name: 'subnormal number',
		text: 'A floating-point number nearer to zero than the smallest ordinary number. Its fraction begins with zeros, and some cores compute with it by microcode.'
	},
	model: {
		name: 'scheduling model',
		text: 'A compiler’s description of a processor core: for each instruction its latency and the ports it needs. It was made for choosing instructions, and is often only nearly right.'
	},
	'llvm-mca': {
		name: 'llvm-mca',
		text: 'LLVM’s machine code analyser. It simulates many passes of a loop on a scheduling model. The site asks it for the processor that measures and for others, and asks an older version as well, because models change.'
	},
	osaca: {
		name: 'OSACA',
		text: 'Another analyser with its own machine models: it reports the cycles of the busiest port and of the longest dependency chain between iterations. It is shown beside llvm-mca and decides no verdict.'
	},
	timeline: {
		name: 'timeline',
		text: 'Cycle by cycle, what each instruction of the first passes does in the model: dispatched, waiting, executing, executed, retired.'
	},
	aliasing: {
		name: 'aliasing',
		text: 'Two accesses that may be to the same address. By default llvm-mca assumes that no load reads what an earlier store wrote; with -noalias=false it assumes that every load does. The page shows both predictions.'
	},
	'outside-the-model': {
		name: 'outside the model (*)',
		text: 'Something that the model does not describe decides the time of this loop: a cache miss, a branch misprediction, a locked instruction. The prediction is shown, and does not count as wrong.'
	},
	'path-dependent': {
		name: 'path-dependent',
		text: 'The iterations of the loop take different paths through it. The prediction is for the most frequent path.'
	},
	'short-trips': {
		name: 'short trips',
		text: 'The loop ends after few passes each time. Entering and leaving it, with a branch misprediction at the end, then cost as much as the passes.'
	},
	'part-of-the-kernel': {
		name: 'part of the kernel',
		text: 'A part of the executed instructions lies outside the hot loop. It is measured, but not predicted.'
	},
	'only-the-counter': {
		name: 'only the counter',
		text: 'A compiler removes what has no effect. If nobody uses the result of a loop, the loop that is left only counts its iterations: its time, measured or predicted, is not the time of the code that was written.'
	},
	'constant-adds': {
		name: 'additions that take no time',
		text: 'Some cores add small constants while they rename registers, before anything is executed. In the model each addition takes a cycle.'
	},
	call: {
		name: 'call',
		text: 'The loop calls a function. The work of that function is not in the lines shown, and the return address goes to the stack and back.'
	},
	division: {
		name: 'division',
		text: 'The time of a division depends on the numbers. A model has one figure for all of them.'
	},
	microcode: {
		name: 'microcode',
		text: 'A rare instruction executes a small program inside the processor. Its cost depends on the processor’s state, and a model has an estimate.'
	},
	fence: {
		name: 'fence',
		text: 'An instruction that later accesses may not pass until earlier memory accesses are done. What it costs depends on how many of those are still under way.'
	},
	system: {
		name: 'system instruction',
		text: 'Code that asks the operating system or the processor’s control registers for something. It is too slow and irregular to be measured as a loop.'
	},
	pause: {
		name: 'PAUSE',
		text: 'A hint that a thread is only waiting. It took 39 cycles on Emerald Rapids and 98 cycles on Zen 5.',
		source: 'measured in “The price of PAUSE”'
	},
	cache: {
		name: 'cache',
		text: 'Fast memories between core and main memory, in levels L1, L2 and L3: each level is larger and slower than the level before. Data moves between them in cache lines.'
	},
	l1: {
		name: 'L1',
		text: 'The first-level cache, beside the core’s load and store units. llvm-mca assumes that all loads hit it. A load that depends on the previous load took 5.2 cycles on Emerald Rapids, whose L1 for data has 48 KiB.',
		source: 'measured in “How many ways?”'
	},
	l2: {
		name: 'L2',
		text: 'The second-level cache, of a single core on most processors. A load that missed L1 and hit L2 took 16 cycles on Emerald Rapids.',
		source: 'measured in “How many ways?”'
	},
	l3: {
		name: 'L3',
		text: 'The third-level cache, shared by several cores. On a rented machine other people’s programs use it, too, so less of it may be free than the system reports.'
	},
	'cache-line': {
		name: 'cache line',
		text: 'The unit in which caches hold and move data. It has 64 bytes on current x86-64 processors. An access across the end of a line needs two lines.',
		source: 'the distance at which “Alignment” finds the end of a line'
	},
	page: {
		name: 'page',
		text: 'The unit in which the operating system maps a program’s addresses to memory: 4 KiB on x86-64, or 2 MiB for a large page.',
		source: 'the pages of the arrays in “4K aliasing”'
	},
	tlb: {
		name: 'TLB',
		text: 'The translation lookaside buffer: a cache of addresses that were translated from a program’s pages to memory. A program that goes over more pages than it holds pays for the translation besides the access.'
	},
	'huge-page': {
		name: 'huge page',
		text: 'A page of 2 MiB instead of 4 KiB on x86-64, so that one translation in the TLB covers 512 times as much memory. On Linux a program asks for such pages with madvise.',
		source: 'the pages of “Huge pages”'
	},
	'false-sharing': {
		name: 'false sharing',
		text: 'Two cores use different variables that lie in one cache line, and at least one of them writes. The line goes from core to core, as if the variable itself were shared.'
	},
	'store-forwarding': {
		name: 'store forwarding',
		text: 'A load that reads what was just stored gets it from the store buffer, before it is in the cache. Forwarding fails if the load needs bytes of several stores; then the load waits until they are in the cache.'
	},
	'non-temporal': {
		name: 'non-temporal store',
		text: 'A store that goes past the caches to memory, for data that is not needed again soon.'
	},
	gather: {
		name: 'gather',
		text: 'One instruction that loads from many addresses. It costs as much as many loads, and depends on where the addresses lie.'
	},
	atomic: {
		name: 'atomic operation',
		text: 'Reads and writes a place in memory in one step, so that no other core can write between. On x86-64 it is a locked instruction; arm64 has a pair of exclusive load and store, or one instruction of LSE.'
	},
	ordered: {
		name: 'ordered access',
		text: 'A load or store that certain other accesses may not pass (acquire, release). Models do not describe what that costs.'
	}
};
