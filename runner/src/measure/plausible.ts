/**
 * Checks from outside of the learner's process. Code that shares memory with the harness can forge any row, so what it
 * claims is held against the supervisor's clocks, the instruction counts of another process, and the checksum. They
 * return a reason, or undefined.
 */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Output } from '../sandbox/command.ts';
import type { FailureFacts } from '../schema/failure.ts';
import type { Counters, Measured } from '../schema/measurement.ts';
import { rulers } from './rulers.ts';
import { cycles, number } from './sentence-numbers.ts';
import { instructionsPerCycleAtMost } from './width.ts';
import type { Rows, SampleRow } from './rows.ts';
import { median } from './statistics.ts';

/** Clocks of two kinds are read apart from each other; CPU time comes in scheduler ticks (up to 10 ms). */
const slackMs = 20;
/** A claimed clock that is lower makes cycles fewer. Cores that wait or grow hot do not fall below half of their calibration. */
const clockAtLeast = 0.5;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * @param outside wall and CPU time by the supervisor
 * @param cores how many it has to itself; with several, its threads use more processor time than passes, or wait
 */
export function processDoubt(
	{ hello, samples, end }: Rows,
	outside: Pick<Output, 'wallMs' | 'cpuMs'>,
	cores = 1
): string | undefined {
	if (hello.mode !== 'time') return 'The program counted instead of measuring.';
	const elapsedMs = (end.ns - hello.ns) / 1e6;
	const ticksPerMs = (end.tsc - hello.tsc) / elapsedMs;
	const ms = ({ t1, t2, c0, c1, l0 = 0, l1 = 0 }: SampleRow) =>
		(t1 + t2 + c0 + c1 + l0 + l1) / ticksPerMs;
	const samplesMs = sum(samples.map(ms));
	const { chainCycles, loopCycles } = rulers[hello.clock];
	if (hello.chainCycles !== chainCycles || (hello.loopCycles ?? loopCycles) !== loopCycles)
		return 'Its rulers are not as long as ours.';
	if (elapsedMs > outside.wallMs + slackMs)
		return `Its clock counted ${number(elapsedMs)} ms, ours ${number(outside.wallMs)} ms.`;
	if (samplesMs > elapsedMs * 1.02)
		return 'Its samples add up to more time than passed between its first and last row.';
	// The median, because a hypervisor's pauses lengthen single samples without any trace.
	const undisturbed = samples.filter((row) => row.nivcsw === 0);
	const usualMs = undisturbed.length === 0 ? 0 : median(undisturbed.map(ms));
	if (cores === 1 && usualMs * undisturbed.length > outside.cpuMs * 1.1 + slackMs)
		return 'Its samples add up to more processor time than it got.';
	// Between first and last row lie setup, warming up and the samples: nearly all a process does, unless it starts a
	// runtime and compiles first.
	if (hello.language !== 'cs' && elapsedMs < outside.cpuMs / (2 * cores) - slackMs)
		return `It used ${number(outside.cpuMs)} ms of processor time, but reports ${number(elapsedMs)} ms.`;
	return undefined;
}

/** @param asked samples the process was to take; a short budget ends earlier, nothing ends later */
export function countDoubt({ samples }: Rows, asked: number): string | undefined {
	if (samples.length === 0) return 'It took no sample.';
	if (samples.length <= asked) return undefined;
	return `It reports ${samples.length} samples, and was asked for ${asked}.`;
}

/** @param asked ids of the meters it was to read, in order */
export function metersDoubt({ hello }: Rows, asked: readonly string[]): string | undefined {
	const { meters = [] } = hello;
	const isSame = meters.length === asked.length && asked.every((id, i) => id === meters[i]);
	return isSame ? undefined : "Its meters are not the exercise's.";
}

export type Expected = {
	/** Executed per source iteration, from the count run, if there was one. */
	instructionsPerIteration: number | undefined;
	/** Of the processor that measures, as LLVM names it. */
	microarchitecture: string;
	/** The runner's own calibration, if known. */
	clockGHz?: number | undefined;
};

export function placeDoubt(measured: Measured, expected: Expected): string | undefined {
	const { instructionsPerIteration: instructions, microarchitecture, clockGHz } = expected;
	if (clockGHz !== undefined && measured.clockGHz < clockAtLeast * clockGHz)
		return `Its core clock was ${number(measured.clockGHz)} GHz, this runner's is ${number(clockGHz)} GHz.`;
	if (instructions === undefined) return undefined;
	const most = instructionsPerCycleAtMost(microarchitecture);
	const { high } = measured.cyclesPerIteration;
	if (high >= instructions / most) return undefined;
	return `It reports ${cycles(high)} for ${number(instructions)} instructions; this core does ${most} a cycle at most.`;
}

/** Parts by which the processor's own count of instructions may differ from the emulator's. */
const countsAgree = 0.02;

/** Two ways of counting that know nothing of each other: the processor's counters and the emulator. */
export function instructionsDoubt(
	counters: Counters,
	instructionsPerIteration: number | undefined
): string | undefined {
	const counted = counters.find(({ event }) => event === 'instructions')?.perIteration;
	if (!counted || instructionsPerIteration === undefined) return undefined;
	const [least, most] = [1 - countsAgree, 1 + countsAgree].map((p) => p * instructionsPerIteration);
	if (counted.high >= (least ?? 0) && counted.low <= (most ?? 0)) return undefined;
	return `The processor counted ${number(counted.median)} instructions an iteration, the emulator ${number(instructionsPerIteration)}.`;
}

/**
 * Failures of the variants whose count run returned another checksum than the baseline's (where that was changed: than
 * another's that was not), if the exercise says that all return the same. All counted the same number of iterations with
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
			reason: `It returned the checksum ${checksum}, ${other} ${original.checksum}, for the same iterations.`
		}));
}
