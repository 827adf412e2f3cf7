/** The learner's prediction and how near it was. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Interval } from '@cyclelab/runner/schema/measurement';
import type { Report } from '@cyclelab/runner/schema/report';
import { ratioOf } from '@cyclelab/runner/ratio';
import { quantitiesOf } from './quantities.ts';
import { rowsOf } from './rows.ts';

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

/** A guess as one says it: two significant digits. */
export function rounded(ratio: number): number {
	return Number(ratio.toPrecision(2));
}

/** The measured answer: the ratio of the two places in what the question is about, once both are known. */
export function answer(facts: Facts, report: Report | undefined): Interval | undefined {
	const { question } = facts;
	const quantity = quantitiesOf(facts).find(({ id }) => id === question.measure);
	const rows = rowsOf(facts, report, quantity);
	const at = (place: Facts['question']['of']) => {
		const value = Object.values(place.parameters)[0];
		const row = rows.find((one) => one.variant === place.variant && one.at === value);
		if (question.measure !== 'instructions') return row?.measured;
		const count = row?.instructions;
		return count === undefined ? undefined : { median: count, low: count, high: count };
	};
	const [of, to] = [at(question.of), at(question.to)];
	// Amounts of nothing have no ratio.
	return of && to && of.low > 0 && to.low > 0 ? ratioOf(of, to) : undefined;
}

export type Nearness = 'inside' | 'near' | 'low' | 'high';

/** `near` is within a quarter either way: as good as a guess of a ratio gets. */
export function nearness(guess: number, measured: Interval): Nearness {
	if (guess >= measured.low && guess <= measured.high) return 'inside';
	const off = guess / measured.median;
	if (off >= 0.8 && off <= 1.25) return 'near';
	return off < 1 ? 'low' : 'high';
}
