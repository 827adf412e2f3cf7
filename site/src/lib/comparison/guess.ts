/** The learner's prediction and how near it was. Pure. */
import type { Interval } from '@cyclelab/contract/schema/measurement';

/** Steps of the slider; fine enough that a step is below 3 % for the widest question. */
export const guessSteps = 200;

/** Slider position (0 .. guessSteps) to ratio, on a log scale. */
export function ratioAt(step: number, low: number, high: number): number {
	return low * (high / low) ** (step / guessSteps);
}

/** Ratio to the nearest slider position, within its ends. */
export function stepOf(ratio: number, low: number, high: number): number {
	const step = Math.round((guessSteps * Math.log(ratio / low)) / Math.log(high / low));
	return Math.min(guessSteps, Math.max(0, step));
}

type Nearness = 'inside' | 'near' | 'low' | 'high';

/** `near` is within a quarter either way: as good as a guess of a ratio gets. */
export function nearness(guess: number, measured: Interval): Nearness {
	if (guess >= measured.low && guess <= measured.high) return 'inside';
	const off = guess / measured.median;
	if (off >= 0.8 && off <= 1.25) return 'near';
	return off < 1 ? 'low' : 'high';
}
