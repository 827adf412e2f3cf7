/**
 * Is the time of a call a line through its number of iterations? Only then has an iteration a cost. Samples are pairs of calls of
 * n, 2n and 3n iterations (`images/base/harness/harness.c`), so the slope from n to 2n and the slope from 2n to 3n are seen in
 * every process. Where the work of an iteration depends on how many came before it, they differ: by 5/3 for a cost that grows
 * with the square. What a call does once is in neither. Where a busy machine left too few samples for slopes, a cost that grows far
 * beyond noise is seen all the same: the line through both calls of a sample then has a time far below zero at no iterations.
 * Pure.
 */
import type { Sample } from '@cyclelab/contract/schema/measurement';
import type { CostOfLength } from '@cyclelab/contract/schema/failure';
import { bounds } from '@cyclelab/contract/measure/bounds';
import {
	cyclesPerIteration,
	longerOf,
	meanTicksPerCycle
} from '@cyclelab/contract/measure/sample-cost';
import { median, medianInterval } from '@cyclelab/contract/measure/statistics';
import { partBeside } from './plausible.ts';

/** Part of all pairs of slopes of one process that must lie apart: fewer are noise. */
const nearlyAll = 0.95;
/**
 * Fewest slopes of either kind. Three of each lie apart by chance in one of ten places, and a busy machine has many such places
 * (seen: 834, 842 and 752 cycles at n, 2n and 3n of a walk through memory).
 */
const slopesAtLeast = 7;
/** Fewest pairs: two processes of eleven samples have as many. */
const pairsAtLeast = 20;

/** Time at no iterations, as a part of the shorter call's: -2, -1.5 and -3 where a call's time grows with the square. */
const farBelow = -1;
const farAtLeast = 7;

/** Whether the time at no iterations lies far below zero, with all of its interval: work of threads may take any time. */
function isFarFromLine(samples: readonly Sample[]): boolean {
	if (samples.length < farAtLeast) return false;
	const processes = Map.groupBy(samples, ({ process }) => process).values();
	return medianInterval([...processes].map((own) => own.map(partBeside))).high < farBelow;
}

/**
 * The cost of an iteration in calls of three lengths, cycles, if it is no constant; undefined if it is one, or if too few samples
 * tell.
 */
export function costsOfLengths(samples: readonly Sample[]): CostOfLength[] | undefined {
	if (isFarFromLine(samples)) {
		const costs = byLength(samples);
		if (costs.length === 3) return costs;
	}
	const slopes = (of: readonly Sample[], ratio: number) =>
		of.filter((sample) => longerOf(sample) === ratio * sample.iterations).map(cyclesPerIteration);
	if ([2, 3 / 2].some((ratio) => slopes(samples, ratio).length < slopesAtLeast)) return undefined;
	const processes = [...new Set(samples.map(({ process }) => process))];
	const pairs = processes.flatMap((process) => {
		const own = samples.filter((sample) => sample.process === process);
		const late = slopes(own, 3 / 2);
		return slopes(own, 2).flatMap((low) => late.map((high) => ({ low, high })));
	});
	if (pairs.length < pairsAtLeast) return undefined;
	const most = 1 + bounds.line.tolerance;
	const grow = pairs.filter(({ low, high }) => high > most * low).length;
	const fall = pairs.filter(({ low, high }) => low > most * high).length;
	if (Math.max(grow, fall) < nearlyAll * pairs.length) return undefined;
	const costs = byLength(samples);
	const [first, middle, last] = costs.map(({ cycles }) => cycles);
	if (first === undefined || middle === undefined || last === undefined) return undefined;
	// The whole calls show it, too.
	const [from, to] = grow > fall ? [first, last] : [last, first];
	return to > most * from && middle > from && middle < to ? costs : undefined;
}

/** Of the calls of those processes that chose the most usual n. */
function byLength(samples: readonly Sample[]): CostOfLength[] {
	const calls = samples.flatMap((sample) => {
		const { iterations, ticks, ticksPerCycle } = sample;
		const perCycle = meanTicksPerCycle(ticksPerCycle);
		const longer = longerOf(sample);
		return [
			{ iterations, cycles: ticks[0] / perCycle / iterations },
			{ iterations: longer, cycles: ticks[1] / perCycle / longer }
		];
	});
	const tripled = calls
		.map(({ iterations }) => iterations)
		.filter((iterations) => iterations % 3 === 0);
	const usual = Math.round(median(tripled) / 3) || 1;
	// A median of two values can lie between them.
	const n = tripled.includes(3 * usual) ? usual : Math.max(...tripled) / 3;
	return [n, 2 * n, 3 * n].flatMap((length) => {
		const own = calls.filter(({ iterations }) => iterations === length);
		return own.length === 0
			? []
			: [{ iterations: length, cycles: median(own.map(({ cycles }) => cycles)) }];
	});
}
