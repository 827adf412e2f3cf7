/** What a sample says an iteration costs: cycles, ticks, and the exercise's meters. Pure. */
import type { Sample } from '../schema/measurement.ts';

/** Iterations of the longer call of a sample. */
export const longerOf = ({ iterations, longer }: Pick<Sample, 'iterations' | 'longer'>): number =>
	longer ?? 2 * iterations;

/** Ticks of an iteration: the slope between the two calls, in which call, prologue, remainder and timer cost cancel. */
export const ticksPerIteration = (
	sample: Pick<Sample, 'ticks' | 'iterations' | 'longer'>
): number => (sample.ticks[1] - sample.ticks[0]) / (longerOf(sample) - sample.iterations);

export function cyclesPerIteration(sample: Sample): number {
	return ticksPerIteration(sample) / meanTicksPerCycle(sample.ticksPerCycle);
}

/** Slope of one of the exercise's meters, in its unit. */
export function meterPerIteration(sample: Sample, id: string): number {
	const [shorter, longer] = sample.meters?.[id] ?? [NaN, NaN];
	return (longer - shorter) / (longerOf(sample) - sample.iterations);
}

export function meanTicksPerCycle([before, after]: Sample['ticksPerCycle']): number {
	return (before + after) / 2;
}
