/** Ratios of two measured medians, with their interval, and which of them are differences. Browser-safe. */
import type { Interval, Measured } from '../schema/measurement.ts';
import type { NoiseFloor } from '../schema/host.ts';
import { percent } from './sentence-numbers.ts';

/**
 * of / to. The two intervals are combined on the logarithms: each end moves by the root of the squared distances of the
 * ends it comes from (MOVER, Zou and Donner 2008). No resampling, so page and runner get the same digits.
 */
export function ratioOf(of: Interval, to: Interval): Interval {
	const median = of.median / to.median;
	const down = Math.hypot(Math.log(of.median / of.low), Math.log(to.high / to.median));
	const up = Math.hypot(Math.log(of.high / of.median), Math.log(to.median / to.low));
	return {
		median,
		low: median * Math.exp(-down),
		high: median * Math.exp(up)
	};
}

/**
 * The same for amounts of a meter, which unlike times can be nothing, or reach below it by noise. Infinity where `to` may be
 * nothing, 1 where both are; undefined where both only may be.
 */
export function ratioOfAmounts(of: Interval, to: Interval): Interval | undefined {
	if (of.low > 0 && to.low > 0) return ratioOf(of, to);
	if (isNothing(of) && isNothing(to)) return { median: 1, low: 1, high: 1 };
	const above = (value: number) => Math.max(0, value);
	if (to.low > 0)
		return { median: above(of.median) / to.median, low: 0, high: above(of.high) / to.low };
	if (of.low > 0)
		return {
			median: of.median / above(to.median),
			low: of.low / above(to.high),
			high: Infinity
		};
	return undefined;
}

const isNothing = ({ low, high }: Interval) => low === 0 && high === 0;

/** How much longer code may take on a shared core: a third-to-half of its slots (2.4 times recorded, four independent
 * additions on Zen 5), or the second cache instead of half of the first (14 cycles instead of 4). */
const slowdownAtMost = 4;

/** A mode with a smaller part of the samples is reported, but cannot become the median: the interval by ranks stays valid. */
const modeAtLeast = 0.25;

/**
 * The interval a claim about cycles may use: with several modes it reaches from the lowest to the highest, on a core
 * that was shared down to what the code may take alone.
 */
export function honestInterval(measured: Measured): Interval {
	const { median, low, high } = measured.cyclesPerIteration;
	const centres = measured.modes
		.filter(({ share }) => share >= modeAtLeast)
		.map((mode) => mode.centre);
	const least = Math.min(low, ...centres);
	return {
		median,
		low: measured.slowed ? least / slowdownAtMost : least,
		high: Math.max(high, ...centres)
	};
}

/** The centres of several modes, cycles per iteration, largest share first; empty where one number holds. */
export const speedsOf = ({ modes }: Pick<Measured, 'modes'>): number[] =>
	modes.length > 1 ? modes.map(({ centre }) => centre) : [];

/** Part by which identical code differs on a runner that has not compared code with itself yet. */
export const unknownFloor = 0.02;

/** Part by which ratios on a runner are uncertain for reasons no interval of one run can show: layout, pages, neighbours. */
export function floorOf(noiseFloor: NoiseFloor | undefined): number {
	return noiseFloor?.relative ?? unknownFloor;
}

/** Why no end of a ratio is nearer to its median than the floor, as part of a sentence. */
export function floorWords(noiseFloor: NoiseFloor | undefined, floor: number): string {
	return noiseFloor
		? `identical code differs by as much as ${percent(floor)} here one time in twenty`
		: `this runner has not compared code with itself yet, and nothing below ${percent(floor)} is distinguished until then`;
}

/** Whether a ratio's interval lies wholly above or below 1 by more than `smallest`, a part of 1. */
export function differs(ratio: Interval, smallest: number): boolean {
	return ratio.low > 1 + smallest || ratio.high < 1 / (1 + smallest);
}

/** Whether it lies wholly nearer to 1 than that: no difference that counts. */
export function isSame(ratio: Interval, smallest: number): boolean {
	return ratio.low >= 1 / (1 + smallest) && ratio.high <= 1 + smallest;
}

/** The interval by which a ratio is judged: a difference from 1 that is too small counts as none, and no end is nearer to the median than the floor. */
export function settled(
	ratio: Interval,
	{ smallest, floor }: { smallest: number; floor: number }
): Pick<Interval, 'low' | 'high'> {
	return isSame(ratio, smallest) ? { low: 1, high: 1 } : atLeastAsWide(ratio, floor);
}

/** The interval, reaching at least the part `floor` to both sides of the median. */
export function atLeastAsWide({ median, low, high }: Interval, floor: number): Interval {
	return {
		median,
		low: Math.min(low, median / (1 + floor)),
		high: Math.max(high, median * (1 + floor))
	};
}
