/**
 * Checks from outside of the learner's process. Code that shares memory with the harness can forge any row, so what it
 * claims is held against the supervisor's clocks, the instruction counts of another process, and the checksum. They
 * return a doubt, or undefined; what each tolerates is in `bounds.ts`.
 */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Output } from '../sandbox/command.ts';
import type { FailureFacts } from '@cyclelab/contract/schema/failure';
import type { Interval, Measured, Sample } from '@cyclelab/contract/schema/measurement';
import type { BoundName } from '@cyclelab/contract/schema/bound-name';
import { bounds, driftOn, slackMs, type Doubt } from '@cyclelab/contract/measure/bounds';
import { rulers } from './rulers.ts';
import {
	apart,
	nanoseconds,
	number,
	percent,
	whole
} from '@cyclelab/contract/measure/sentence-numbers';
import { instructionsPerCycleAtMost } from './width.ts';
import type { Rows, SampleRow } from './rows.ts';
import {
	longerOf,
	meanTicksPerCycle,
	ticksPerIteration
} from '@cyclelab/contract/measure/sample-cost';
import { median, sum } from '@cyclelab/contract/measure/statistics';

const doubt = (bound: BoundName, reason: string): Doubt => ({ bound, reason });

/**
 * No rule here asks how much a program worked outside of its rows. Such work is not timed, so it improves no result, and
 * honest programs do it: a runtime starts, constructors fill arrays before the first row, the kernel takes memory back
 * after the last one, and a hypervisor that pauses a core charges the pause to the program that has it.
 *
 * @param outside wall and CPU time by the supervisor
 * @param cores how many it has to itself; with several, its threads use more processor time than passes, or wait
 */
export function processDoubt(
	{ hello, samples, end }: Rows,
	outside: Pick<Output, 'wallMs' | 'cpuMs'>,
	cores = 1
): Doubt | undefined {
	if (hello.mode !== 'time') return doubt('mode', 'The program counted instead of measuring.');
	const elapsedMs = (end.ns - hello.ns) / 1e6;
	const ticksPerMs = (end.tsc - hello.tsc) / elapsedMs;
	const ms = ({ t1, t2, c0, c1, l0 = 0, l1 = 0 }: SampleRow) =>
		(t1 + t2 + c0 + c1 + l0 + l1) / ticksPerMs;
	const { chainCycles, loopCycles } = rulers[hello.clock];
	if (hello.chainCycles !== chainCycles || (hello.loopCycles ?? loopCycles) !== loopCycles)
		return doubt('rulerLength', 'Its rulers are not as long as ours.');
	if (elapsedMs > outside.wallMs * (1 + bounds.processClock.tolerance) + slackMs)
		return doubt(
			'processClock',
			`Its clock counted ${number(elapsedMs)} ms, ours ${number(outside.wallMs)} ms.`
		);
	if (sum(samples.map(ms)) > elapsedMs * (1 + bounds.sampleSum.tolerance))
		return doubt(
			'sampleSum',
			'Its samples add up to more time than passed between its first and last row.'
		);
	// `lost` and the supervisor's figure come from one clock of the kernel, so pauses are in both or in neither. It
	// covers a program that sleeps, and a core that the hypervisor took away.
	const ranMs = (row: SampleRow) => Math.max(0, ms(row) - (row.lost ?? 0) / 1e6);
	const undisturbed = samples.filter((row) => row.nivcsw === 0);
	const mostMs = outside.cpuMs * (1 + bounds.processorTime.tolerance) + slackMs;
	if (cores === 1 && sum(undisturbed.map(ranMs)) > mostMs)
		return doubt('processorTime', 'Its samples add up to more processor time than it got.');
	const chainTicks = samples.map(({ c0, c1 }) => (c0 + c1) / 2 - hello.overhead);
	const chainNs = (median(chainTicks) / ticksPerMs) * 1e6;
	if (chainNs * bounds.fastestClock.limit < chainCycles)
		return doubt(
			'fastestClock',
			`Its ruler of ${whole(chainCycles)} core cycles took ${nanoseconds(Math.max(0, chainNs))}, less than any processor needs.`
		);
	return undefined;
}

/** @param asked iterations of the calls it was to begin with */
export function firstDoubt({ first }: Rows, [asked]: readonly number[]): Doubt | undefined {
	if (first.n === asked) return undefined;
	return doubt(
		'mode',
		`Its first call had ${whole(first.n)} iterations, and ${whole(asked ?? NaN)} were asked for.`
	);
}

/** @param asked samples the process was to take; a short budget ends earlier, nothing ends later */
export function countDoubt({ samples }: Rows, asked: number): Doubt | undefined {
	if (samples.length === 0) return doubt('sampleCount', 'It took no sample.');
	if (samples.length <= asked) return undefined;
	return doubt('sampleCount', `It reports ${samples.length} samples, and was asked for ${asked}.`);
}

/** @param asked ids of the meters it was to read, in order */
export function metersDoubt({ hello }: Rows, asked: readonly string[]): Doubt | undefined {
	const { meters = [] } = hello;
	const isSame = meters.length === asked.length && asked.every((id, i) => id === meters[i]);
	return isSame ? undefined : doubt('meterIds', "Its meters are not the exercise's.");
}

export type Expected = {
	/** Executed per source iteration, from the count run, if there was one. */
	instructionsPerIteration: number | undefined;
	/** Of the processor that measures, as LLVM names it. */
	microarchitecture: string;
	/** The runner's own calibration, if known. */
	clockGHz?: number | undefined;
	/** How many it had to itself. */
	cores?: number;
};

export function placeDoubt(measured: Measured, expected: Expected): Doubt | undefined {
	const { instructionsPerIteration: instructions, microarchitecture, clockGHz } = expected;
	const ofClock = clockDoubt(measured, clockGHz);
	if (ofClock) return ofClock;
	if (instructions === undefined) return undefined;
	const most = instructionsPerCycleAtMost(microarchitecture);
	const least = instructions / most;
	const { high } = measured.cyclesPerIteration;
	if (high * (1 + driftOn(expected.cores ?? 1)) >= least) return undefined;
	const [reported, needed] = apart(high, least);
	return doubt(
		'instructionsPerCycle',
		`It reports ${reported} cycles for ${number(instructions)} instructions; this core does ${most} a cycle at most, so they take ${needed}.`
	);
}

/**
 * Of edited code: is the time that a call takes beside its iterations that of what it executes once? It cancels in the difference of
 * two calls, so a program could have it in the shorter call alone, and its iterations would look cheap.
 * @param once instructions of a call beside its iterations
 * @param each instructions of an iteration
 */
export function callDoubt(
	{ raw }: Pick<Measured, 'raw'>,
	once: number,
	each: number
): Doubt | undefined {
	const samples = raw.filter(({ accepted }) => accepted);
	const timed = median(samples.map(partBeside));
	const counted = median(samples.map(({ iterations }) => once / (once + each * iterations)));
	if (!(timed > counted + bounds.costOfCall.tolerance)) return undefined;
	return doubt(
		'costOfCall',
		`Of a call's time, ${percent(timed)} do not grow with its iterations, and of its counted instructions ${percent(counted)}, so the difference of two calls is not the cost of iterations.`
	);
}

/** The part of the shorter call's time that does not grow with its iterations. */
export const partBeside = (sample: Sample): number =>
	1 - (ticksPerIteration(sample) * sample.iterations) / sample.ticks[0];

/** A smaller part of a call's time needs no explanation: no verdict tells costs apart that are nearer to each other. */
export const explainedAtMost = 0.02;

/**
 * Of edited code that is not doubted: a time that only the shorter call has would be missing in the slope. An iteration costs at most
 * what it costs in the longer call as a whole, without the least that the instructions of a call beside its iterations take. That is
 * the upper end of the costs, if much of a call's time does not grow. (Their part of the counted instructions is no measure: a
 * program can have many quick ones.) Where calls were timed that are several times as long, the cost is theirs: what a call takes once
 * is a small part of it, and they took that time, whatever the program knew.
 * @param once instructions of a call beside its iterations
 * @param most instructions that the core finishes in a cycle at most
 * @param long samples of longer calls, if there were any
 */
export function withUnexplained(
	measured: Measured,
	once: number,
	most: number,
	long?: readonly Sample[]
): Measured {
	const explained = once / most;
	const accepted = measured.raw.filter((sample) => sample.accepted);
	const unexplained = median(
		accepted.map((sample) => {
			const perCycle = meanTicksPerCycle(sample.ticksPerCycle);
			return partBeside(sample) - (explained * perCycle) / sample.ticks[0];
		})
	);
	if (!(unexplained > explainedAtMost)) return measured;
	const wholeOf = (samples: readonly Sample[]) =>
		median(
			samples.map((sample) => {
				const cycles = sample.ticks[1] / meanTicksPerCycle(sample.ticksPerCycle);
				return (cycles - explained) / longerOf(sample);
			})
		);
	const { cyclesPerIteration, nsPerIteration, clockGHz } = measured;
	const inLong = long ? wholeOf(long) : NaN;
	// Long calls that take less an iteration prove nothing of what the others take.
	const isProven = inLong >= cyclesPerIteration.low * (1 - explainedAtMost);
	const cycles = isProven ? inLong : wholeOf(accepted);
	const atMost = ({ low, median, high }: Interval, whole: number): Interval => ({
		low,
		median: isProven ? Math.max(median, whole) : median,
		high: Math.max(high, whole)
	});
	return {
		...measured,
		unexplained,
		...(long && isProven ? { longCalls: Math.max(...long.map(longerOf)) } : {}),
		cyclesPerIteration: atMost(cyclesPerIteration, cycles),
		nsPerIteration: atMost(nsPerIteration, cycles / clockGHz)
	};
}

/** @param clockGHz the runner's own calibration, if known */
export function clockDoubt(
	measured: Pick<Measured, 'clockGHz'>,
	clockGHz: number | undefined
): Doubt | undefined {
	const { limit } = bounds.slowestClock;
	if (clockGHz === undefined || measured.clockGHz >= limit * clockGHz) return undefined;
	return doubt(
		'slowestClock',
		`Its core clock was ${number(measured.clockGHz)} GHz, this runner's is ${number(clockGHz)} GHz.`
	);
}

/**
 * Failures of the variants whose count run returned another checksum than the baseline's (where that was changed: than
 * another's that was not), if the exercise declares that all return the same. All counted the same number of iterations with
 * the same seed.
 */
export function checksumFailures(
	facts: Facts,
	variants: readonly { id: string; edited: boolean; checksum?: string | undefined }[]
): FailureFacts[] {
	const originals = variants.filter(({ edited, checksum }) => !edited && checksum !== undefined);
	const original = originals.find(({ id }) => id === facts.baseline) ?? originals[0];
	if (!facts.sameChecksum || !original) return [];
	const other = original.id === facts.baseline ? 'the baseline' : 'the others';
	return variants
		.filter(({ checksum }) => checksum !== undefined && checksum !== original.checksum)
		.map(({ id, checksum }) => ({
			kind: 'implausible',
			stage: 'count',
			variant: id,
			bound: 'checksum',
			reason: `It returned the checksum ${checksum}, ${other} ${original.checksum}, for the same iterations.`
		}));
}
