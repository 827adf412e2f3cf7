/**
 * Whether a processor's counter and its core fit the rulers of the harness (`images/base/libcal/arch.h`), found when the
 * runner starts, by the chain of multiplications it measures then. Pure; a reason is a sentence for operators.
 */
import type { Target } from '@cyclelab/exercises/schema';
import type { Rows } from '../measure/rows.ts';
import { tickStep } from '../measure/samples.ts';
import { median } from '../measure/statistics.ts';
import type { Measured } from '../schema/measurement.ts';

/** One step is then a quarter of a per cent, half of what the two calibrations of a sample may differ by. */
const stepsAtLeast = 400;

/**
 * Core cycles of a 64-bit multiplication whose result the next one needs, by LLVM's models: 2 (Neoverse V1, N2 and later),
 * 3 (Ampere, Cortex-A55; Apple's by measurements that are published), 4 (Neoverse N1) or 5 (Cortex-A72, A64FX). On arm64 the
 * ruler is additions, and a core that does one of those in less or more than a cycle is found out by these whole numbers. On
 * x86-64 multiplications are the ruler.
 */
const multiplication: Partial<Record<Target, { least: number; most: number }>> = {
	arm64: { least: 2, most: 5 }
};
/** Cycles, either way: more than noise does to a median, and less than what an addition that costs nothing would do. */
const tolerance = 0.1;

export function rulerDoubt(
	processes: readonly Rows[],
	{ cyclesPerIteration }: Pick<Measured, 'cyclesPerIteration'>,
	arch: Target
): string | undefined {
	const ticks = median(processes.flatMap(({ samples }) => samples.map(({ c0 }) => c0)));
	const steps = Math.floor(ticks / tickStep(processes));
	if (steps < stepsAtLeast)
		return `The counter of this processor is too coarse to calibrate by: it advances ${steps} times while the ruler runs, and ${stepsAtLeast} are needed.`;
	const published = multiplication[arch];
	const cycles = cyclesPerIteration.median;
	const whole = Math.round(cycles);
	if (
		!published ||
		(whole >= published.least && whole <= published.most && Math.abs(cycles - whole) <= tolerance)
	)
		return undefined;
	return `A multiplication takes ${cycles.toFixed(2)} cycles by this runner's ruler, where processors take a whole number from ${published.least} to ${published.most}. Free the measuring core of other work; if it stays, the ruler does not fit this processor.`;
}
