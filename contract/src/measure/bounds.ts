/**
 * Every bound beyond which a result is refused, in one table: what is compared, why a result beyond it is refused, how much honest
 * code may be beyond it, and where that tolerance comes from. The checks take their figures from here, every refusal names its
 * row (`FailureFacts`, kind `implausible`), and the sentence that people read takes the likely harmless cause from it
 * (`explain.ts`). Pages have the names alone (`schema/bound-name.ts`).
 */
import type { BoundName } from '../schema/bound-name.ts';

/** Two calibrations around a sample may differ by this part; more means the clock changed in between. */
export const calibrationDrift = 0.005;
/**
 * The same for a program with dedicated cores. Its threads sleep and wake each other, and of two looks of 8 microseconds
 * at a core that has just been asleep most differ by 0.6 to 3 % (seen on Zen 4, around samples of 30 to 60 ms). Every
 * sample is converted by the mean of its two looks, so their error widens the interval; nanoseconds do not need them.
 */
const driftOfWaiters = 0.05;

/** @param cores how many the program has to itself */
export const driftOn = (cores: number): number => (cores > 1 ? driftOfWaiters : calibrationDrift);

/** Readings a few lines of code apart, by harness and supervisor, with a switch to another program in between. */
export const slackMs = 20;

type Bound = {
	/** What is held against what. */
	compares: string;
	/** Where it lies, if it is a figure and not something else that is observed. */
	limit?: number;
	/** Part by which an honest result may be beyond it; 0: it is exact. */
	tolerance: number;
	/** The same where figures depend on data. */
	toleranceOfData?: number;
	/** Part by which what is counted in whole passes may be beyond it, where calls have other lengths. */
	toleranceOfLengths?: number;
	/** Passes that unrolling adds to a call, or leaves out, at most. */
	passes?: number;
	/** Of a number of passes each of which data decide, in standard deviations. */
	deviations?: number;
	/** Where the tolerance comes from. */
	from: string;
	/** Whether a result beyond it contradicts itself. Else it may be true, and is not shown because it would mislead. */
	contradicts: boolean;
	/** The likely harmless cause and what to try; sentences. */
	cause: string;
};

const exactly = { tolerance: 0, from: 'It is exact: a harness of ours writes nothing else.' };
const written = {
	...exactly,
	contradicts: true,
	cause:
		'A program that writes to descriptor 3, or beyond the end of an array, disturbs these rows. Check array indexes, and leave descriptor 3 to the harness.'
};
const clocks = {
	contradicts: true,
	cause:
		'A host that was paused, or whose clock was set meanwhile, looks like this: run it again. Else leave clocks and descriptor 3 to the harness.'
};
const sameCode = {
	...exactly,
	contradicts: false
};
const otherWork =
	'The work probably depends on the data or on how often it was called: counted and timed calls have other seeds and other numbers of iterations. A table that grows within a call, say, is moved at some lengths and not at others: give it its size before the loop.';

export const bounds = {
	processClock: {
		compares: 'time between first and last row by its own clock, and by the supervisor',
		tolerance: 0.1,
		from: 'adjtimex(2) changes a tick of one clock of the kernel by up to 10 %; 20 ms lie between the readings of a busy machine.',
		...clocks
	},
	sampleSum: {
		compares: 'sum of its samples, and the time between its first and last row',
		tolerance: 0.02,
		from: 'Sums of readings in ticks and in nanoseconds, each rounded and read a moment apart.',
		...clocks
	},
	processorTime: {
		compares: 'sum of its samples without pauses, and the processor time it got',
		tolerance: 0.02,
		from: 'As for the sum of its samples; 20 ms lie between the readings of a busy machine.',
		...clocks
	},
	rulerLength: { compares: 'core cycles of its rulers, and of ours', ...written },
	mode: { compares: 'what it was asked for, and what it did', ...written },
	rows: { compares: 'its rows, and the format of our harness', ...written },
	sampleCount: { compares: 'number of its samples, and of those it was asked for', ...written },
	meterIds: { compares: "its meters, and the exercise's", ...written },
	harness: { compares: 'language of its rows, and of its harness', ...written },
	fastestClock: {
		compares: 'core clock by its ruler, GHz',
		limit: 10,
		tolerance: 0,
		from: 'No processor has been brought to this clock, under liquid helium either: twice what any sells at.',
		...clocks
	},
	slowestClock: {
		compares: "core clock by its ruler, as a part of the runner's calibration",
		limit: 0.5,
		tolerance: 0,
		from: 'A core in the state of its calibration does not fall below half of that. A hot core, or a laptop on its battery, does, so the core is calibrated again before this counts.',
		contradicts: true,
		cause:
			'A core that became hot, or a laptop on its battery, lowers its clock like this: run it again.'
	},
	neighbourClock: {
		compares:
			'core clock by its ruler, and by that of unedited code which alternates with it on the core; beyond what each varies by',
		tolerance: 0.05,
		toleranceOfData: 0.4,
		from: 'Accepted samples of processes that alternate on one core had clocks 0.3 % apart (Zen 3, at a load of 25); a clock that is stepped changes by more, but for both. Wide vectors lower the clock of some Intel cores: 3.2 to 2.3 GHz with AVX-512 on all cores of a Xeon Platinum 8180 (Intel, specification update).',
		contradicts: true,
		cause:
			'A core whose clock changes with the kind of work does this: run it again. Else leave the rulers of the harness as they are.'
	},
	instructionsPerCycle: {
		compares:
			'upper end of its cycles, and counted instructions divided by the most the core finishes in a cycle (`width.ts`)',
		tolerance: calibrationDrift,
		from: "The clock may change by this part within a sample that is accepted, and so may its cycles; the rulers' own error (a few ticks of 30,000 cycles) is below it. How far samples differ is in the interval.",
		contradicts: true,
		cause: `${otherWork} Let every iteration do the same. Else let kernel(n) do all n iterations in every call.`
	},
	line: {
		compares: 'cost of an iteration from n to 2n iterations of a call, and from 2n to 3n',
		tolerance: 0.1,
		from: 'Caches and branch predictors notice how long a call is, by some percent; a cost that grows with the number of iterations differs by 5/3.',
		contradicts: false,
		cause:
			'The work of an iteration depends on how many came before it, or long calls alone have some of it, as a garbage collection, or memory that is used for the first time. Let every iteration do the same: begin again where the data ends, and let nothing grow from one iteration to the next.'
	},
	costOfCall: {
		compares:
			'what a call of edited code takes beside its iterations, as a part of the shorter call, and the same of the counted instructions',
		tolerance: 0.2,
		from: 'What a call does once has other instructions than an iteration: page faults and cold caches cost time and few instructions.',
		contradicts: false,
		cause:
			'Memory that every call takes and touches anew, a garbage collection in some calls, a table that grows within a call, or data that is slow in short calls alone, does this. Move what a call does once to setup(), and let calls of every length do the same work.'
	},
	meterBackwards: {
		compares: 'upper end of what a meter counts an iteration, and nothing',
		limit: 0,
		tolerance: 0,
		from: 'The interval has the uncertainty.',
		contradicts: true,
		cause:
			'A meter that is reset in kernel(), or the report of another thread, does this: let each report be the amount of that call.'
	},
	checksum: {
		compares: "results of this variant, and of the exercise's",
		tolerance: 0,
		from: 'It is exact: the same iterations of the same data.',
		contradicts: false,
		cause:
			'A change of the code changed what it computes. Compare it with the original, and undo the change that does.'
	},
	timedResult: {
		compares: 'results of calls of the same data, of a timed and a counted process',
		tolerance: 0,
		from: 'It is exact: each side has the same result twice, no thread and no instruction explains the difference.',
		contradicts: false,
		cause:
			'A variable that is read before it is written, or a value of the environment (an address, a clock, a name, what cpuid answers), does this. Let the result depend on the data alone.'
	},
	countDisturbed: {
		compares: 'marks around the counted calls, and those of our harness',
		...exactly,
		contradicts: false,
		cause:
			'A call that leaves kernel() otherwise than by returning (longjmp, say) does this. Let kernel() return.'
	},
	firstCall: {
		compares: 'instructions an iteration of the first call, and of a later one',
		tolerance: 0.1,
		from: 'What the C library does once (taking memory) cancels in the difference of two first calls; the rest is data.',
		contradicts: false,
		cause:
			'Memory that a call gives back and the next one gets again does this, or a result that is kept from one call to the next. Take memory in setup(), and let every call do its work again.'
	},
	otherThreads: {
		compares: 'instructions of other threads and processes, and those counted',
		tolerance: 0.02,
		from: 'A thread that ends or waits executes some instructions; the hostile properties accept a difference of 2 %.',
		contradicts: false,
		cause:
			'One thread is counted and timed here, so the work of others would look free. Let kernel() do its work in the thread that calls it.'
	},
	timedWork: {
		compares: 'instructions and passes of a timed run under the observer, and those counted',
		tolerance: 0.03,
		toleranceOfData: 0.5,
		toleranceOfLengths: 0.1,
		passes: 32,
		deviations: 6,
		from: 'Remainders of unrolled loops shift a call by up to 32 passes, and a call as long and of the same data is counted before a difference is believed; where data decide, other seeds give other figures, and n passes vary by a part of 1/√n.',
		contradicts: false,
		cause: `${otherWork} Let every call of kernel() do the same work.`
	},
	unseenCode: {
		compares: 'instructions of a timed run in code that the counted run did not execute',
		tolerance: 0.05,
		from: 'A branch that is hardly ever taken.',
		contradicts: false,
		cause: `${otherWork} Let every call of kernel() do the same work.`
	},
	endedWhenObserved: {
		compares: 'runs that end before their work could be observed',
		tolerance: 0,
		from: 'Runs in which the observer waited for the core for over 3 ms are not among them, as a busy machine does that to honest code.',
		contradicts: true,
		cause:
			'A program that forbids to be traced, or ends when it is slow, does this: leave prctl() and timers out.'
	},
	sameCode: {
		compares: 'code that ran, and code that is shown',
		...sameCode,
		cause:
			'A just-in-time compiler writes the value of a static readonly field into the code: a value by the time or at random makes other code in each process, and so does a method that is compiled again. Keep such a value in a field that is not readonly, or run it again.'
	},
	writtenCode: {
		compares: "instructions that ran, and those of the program's file",
		...sameCode,
		cause:
			'Code that writes its own instructions does this. Keep to code that does not change while it runs.'
	}
} as const satisfies Record<BoundName, Bound>;

/** Why a result is refused: the bound it is beyond, and the sentence with its figures. */
export type Doubt = { bound: BoundName; reason: string };
