/**
 * Checks from outside of the learner's process. Code that shares memory with the harness can forge any row, so what it
 * claims is held against the supervisor's clocks, the instruction counts of another process, and the checksum. They
 * return a reason, or undefined.
 */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Output } from '../sandbox/command.ts';
import type { FailureFacts } from '../schema/failure.ts';
import type { Measured } from '../schema/measurement.ts';
import { rulers } from './rulers.ts';
import { cycles, nanoseconds, number, whole } from './sentence-numbers.ts';
import { instructionsPerCycleAtMost } from './width.ts';
import type { Rows, SampleRow } from './rows.ts';
import { median, sum } from './statistics.ts';

/** Readings a few lines of code apart, by harness and supervisor, with a switch to another program in between. */
const slackMs = 20;
/** One clock of the kernel may run this much faster than another: adjtimex(2) changes a tick by up to 10 %. */
const clocksDiffer = 1.1;
/** Sums of readings in ticks and in nanoseconds, each rounded and read a moment apart. */
const sumsDiffer = 1.02;
/** No processor has been brought to this clock, under liquid helium either; a shorter ruler was not executed. */
const clockAtMostGHz = 10;
/**
 * A claimed clock that is lower makes cycles fewer. A core in the state of its calibration does not fall below half of
 * that; a hot core, or a laptop on its battery, does, so the core is calibrated again before this counts.
 */
const clockAtLeast = 0.5;

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
): string | undefined {
	if (hello.mode !== 'time') return 'The program counted instead of measuring.';
	const elapsedMs = (end.ns - hello.ns) / 1e6;
	const ticksPerMs = (end.tsc - hello.tsc) / elapsedMs;
	const ms = ({ t1, t2, c0, c1, l0 = 0, l1 = 0 }: SampleRow) =>
		(t1 + t2 + c0 + c1 + l0 + l1) / ticksPerMs;
	const { chainCycles, loopCycles } = rulers[hello.clock];
	if (hello.chainCycles !== chainCycles || (hello.loopCycles ?? loopCycles) !== loopCycles)
		return 'Its rulers are not as long as ours.';
	if (elapsedMs > outside.wallMs * clocksDiffer + slackMs)
		return `Its clock counted ${number(elapsedMs)} ms, ours ${number(outside.wallMs)} ms.`;
	if (sum(samples.map(ms)) > elapsedMs * sumsDiffer)
		return 'Its samples add up to more time than passed between its first and last row.';
	// `lost` and the supervisor's figure come from one clock of the kernel, so pauses are in both or in neither. It
	// covers a program that sleeps, and a core that the hypervisor took away.
	const ranMs = (row: SampleRow) => Math.max(0, ms(row) - (row.lost ?? 0) / 1e6);
	const undisturbed = samples.filter((row) => row.nivcsw === 0);
	if (cores === 1 && sum(undisturbed.map(ranMs)) > outside.cpuMs * sumsDiffer + slackMs)
		return 'Its samples add up to more processor time than it got.';
	const chainTicks = samples.map(({ c0, c1 }) => (c0 + c1) / 2 - hello.overhead);
	const chainNs = (median(chainTicks) / ticksPerMs) * 1e6;
	if (chainNs * clockAtMostGHz < chainCycles)
		return `Its ruler of ${whole(chainCycles)} core cycles took ${nanoseconds(Math.max(0, chainNs))}, less than any processor needs.`;
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
	const doubt = clockDoubt(measured, clockGHz);
	if (doubt !== undefined) return doubt;
	if (instructions === undefined) return undefined;
	const most = instructionsPerCycleAtMost(microarchitecture);
	const { high } = measured.cyclesPerIteration;
	if (high >= instructions / most) return undefined;
	return `It reports ${cycles(high)} for ${number(instructions)} instructions; this core does ${most} a cycle at most.`;
}

/** @param clockGHz the runner's own calibration, if known */
export function clockDoubt(
	measured: Pick<Measured, 'clockGHz'>,
	clockGHz: number | undefined
): string | undefined {
	if (clockGHz === undefined || measured.clockGHz >= clockAtLeast * clockGHz) return undefined;
	return `Its core clock was ${number(measured.clockGHz)} GHz, this runner's is ${number(clockGHz)} GHz.`;
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
			reason: `It returned the checksum ${checksum}, ${other} ${original.checksum}, for the same iterations.`
		}));
}
