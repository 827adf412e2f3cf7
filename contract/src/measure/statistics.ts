/** Order statistics: quantiles, and the interval of a median when samples come in groups (processes). */
import type { Interval } from '../schema/measurement.ts';

/** All intervals have a confidence level of 95 %: each end leaves out this part. */
const tail = 0.025;
/** The standard normal distribution's value above which `tail` lies. */
export const z = 1.96;

export function ascending(values: readonly number[]): number[] {
	return [...values].sort((a, b) => a - b);
}

/** Quantile of sorted values, `p` in 0..1, linear between neighbours (Hyndman and Fan 1996, type 7). NaN if empty. */
export function quantile(sorted: readonly number[], p: number): number {
	const position = p * (sorted.length - 1);
	const below = Math.floor(position);
	const low = sorted[below] ?? NaN;
	const high = sorted[below + 1] ?? low;
	return low + (high - low) * (position - below);
}

export function median(values: readonly number[]): number {
	return quantile(ascending(values), 0.5);
}

/**
 * Largest rank k (from 1) for which [x(k), x(n+1-k)] holds the median with at least 95 %: the exact binomial rule
 * (David and Nagaraja, Order Statistics, 7.1). 0 below six values: no such interval exists.
 */
export function medianRank(n: number): number {
	// 0.5^n is a normal double up to n = 1022; above, the normal approximation is right to a fraction of a rank.
	if (n > 1000) return Math.floor(n / 2 - (z / 2) * Math.sqrt(n));
	let term = 0.5 ** n;
	let below = term;
	let rank = 0;
	while (below <= tail && rank < n / 2) {
		rank += 1;
		term *= (n - rank + 1) / rank;
		below += term;
	}
	return rank;
}

/** With fewer, ranks say little (in simulation their intervals hold 85 %), and nearly all that was seen is the answer. */
const effectiveAtLeast = 11;

/**
 * Median and its 95 % interval for samples grouped by process. Samples of one process share its layout and pages, so
 * a hundred of them may be worth no more than one: the ranks are taken for the effective number of samples.
 */
export function medianInterval(groups: readonly (readonly number[])[]): Interval {
	const sorted = ascending(groups.flat());
	// One process does not show how others would differ, so its own spread is the least possible.
	const isOne = groups.filter((group) => group.length > 0).length < 2;
	const effective = isOne ? 0 : Math.floor(effectiveNumber(groups));
	const p = effective < effectiveAtLeast ? 2 * tail : medianRank(effective) / (effective + 1);
	return { median: quantile(sorted, 0.5), low: atRank(sorted, p), high: atRank(sorted, 1 - p) };
}

/** Value at rank p(n+1), so that p = k/(n+1) is exactly the k-th smallest. */
function atRank(sorted: readonly number[], p: number): number {
	const position = Math.min(Math.max(p * (sorted.length + 1) - 1, 0), sorted.length - 1);
	return quantile(sorted, sorted.length === 1 ? 0 : position / (sorted.length - 1));
}

/**
 * n / (1 + (m - 1) r t): m samples per process, r the intraclass correlation by one-way analysis of variance (Kish 1965,
 * design effect), t for r itself being known from few processes only (`fewProcesses`). The variance within processes is
 * not subtracted from the variance between them, so r is never 0: five processes that agree may do so by chance. On values cut at their 5th and
 * 95th percentile, because one disturbed sample would drown r.
 */
export function effectiveNumber(groups: readonly (readonly number[])[]): number {
	const used = groups.filter((group) => group.length > 0);
	const all = used.flat();
	if (used.length < 2 || all.length <= used.length) return all.length;
	const sorted = ascending(all);
	const [low, high] = [quantile(sorted, 0.05), quantile(sorted, 0.95)];
	const cut = used.map((group) => group.map((value) => Math.min(Math.max(value, low), high)));
	const total = mean(cut.flat());
	let between = 0;
	let within = 0;
	for (const group of cut) {
		const centre = mean(group);
		between += group.length * (centre - total) ** 2;
		for (const value of group) within += (value - centre) ** 2;
	}
	between /= cut.length - 1;
	within /= all.length - cut.length;
	const squares = cut.reduce((sum, group) => sum + group.length ** 2, 0);
	const size = (all.length - squares / all.length) / (cut.length - 1);
	const spread = between + (size - 1) * within;
	const correlation = spread > 0 ? between / spread : 0;
	return all.length / (1 + (size - 1) * correlation * fewProcesses(cut.length));
}

/**
 * (Student's t / z)^2 at 1 - `tail` with one degree of freedom less than processes: how much more the variance of their
 * mean counts when it is estimated from so few. t to 2 % from two degrees on (Abramowitz and Stegun 26.7.5).
 */
function fewProcesses(processes: number): number {
	const freedom = processes - 1;
	// of Student's t at 97.5 %
	if (freedom === 1) return (12.706 / z) ** 2;
	const first = (z ** 3 + z) / 4;
	const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
	const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
	const t = z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
	return (t / z) ** 2;
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Half the interval's width as a part of its median. */
export function halfWidth(interval: Interval): number {
	return (interval.high - interval.low) / 2 / Math.abs(interval.median);
}

export const sum = (values: readonly number[]): number =>
	values.reduce((total, value) => total + value, 0);
