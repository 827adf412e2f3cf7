/** Modes of a distribution: several centres mean that no single number describes it. */
import type { Measured } from '@cyclelab/contract/schema/measurement';
import { ascending, quantile } from '@cyclelab/contract/measure/statistics';

type Mode = Measured['modes'][number];

/** Below this many values a second mode cannot be distinguished from a few odd samples. */
const valuesAtLeast = 20;
/** A mode holds at least this part of all values, ... */
const shareAtLeast = 0.1;
/** ... half of its values within 10 % of its centre (a long tail is no mode), ... */
const coreWidth = 0.1;
/** ... its centre this far from its neighbour's, ... */
const apartAtLeast = 0.05;
/** ... and the density between them falls to at most this part of the lower peak. */
const valleyAtMost = 0.5;
/** Finest bandwidth, on logarithms: 1 %. A finer one would split timer steps. */
const bandwidthAtLeast = 0.01;

/**
 * Peaks of a Gaussian kernel density on logarithms, largest share first; for positive values always at least one.
 * Bandwidth by Silverman 1986, formula 3.31.
 */
export function findModes(values: readonly number[]): Mode[] {
	const logs = ascending(values.map(Math.log));
	const groups = logs.length < valuesAtLeast ? [logs] : split(logs, logs.length);
	return groups
		.map((group) => ({
			centre: Math.exp(quantile(group, 0.5)),
			share: group.length / logs.length
		}))
		.sort((a, b) => b.share - a.share);
}

function density(sorted: readonly number[]): (at: number) => number {
	const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
	const squares = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
	const quartiles = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / 1.34;
	const spread = Math.min(Math.sqrt(squares / (sorted.length - 1)), quartiles);
	const width = Math.max(bandwidthAtLeast, 0.9 * spread * sorted.length ** -0.2);
	return (at) =>
		sorted.reduce((sum, value) => sum + Math.exp(-(((at - value) / width) ** 2) / 2), 0);
}

/** Cuts at the deepest valley that parts two real modes, and again within the parts, which are narrower. */
function split(sorted: readonly number[], all: number): number[][] {
	const densityAt = density(sorted);
	const peaks = sorted.map(densityAt);
	const left = runningMaximum(peaks);
	const right = runningMaximum(peaks.toReversed()).toReversed();
	let deepest = valleyAtMost;
	let cut: number | undefined;
	for (let i = 1; i < sorted.length; i++) {
		const between = densityAt(((sorted[i - 1] ?? NaN) + (sorted[i] ?? NaN)) / 2);
		const depth = between / Math.min(left[i - 1] ?? NaN, right[i] ?? NaN);
		if (depth > deepest || !partsModes(sorted.slice(0, i), sorted.slice(i), all)) continue;
		[deepest, cut] = [depth, i];
	}
	if (cut === undefined) return [[...sorted]];
	return [...split(sorted.slice(0, cut), all), ...split(sorted.slice(cut), all)];
}

function partsModes(low: readonly number[], high: readonly number[], all: number): boolean {
	return (
		[low, high].every((part) => part.length >= shareAtLeast * all && hasCore(part)) &&
		quantile(high, 0.5) - quantile(low, 0.5) > apartAtLeast
	);
}

function hasCore(sorted: readonly number[]): boolean {
	const centre = quantile(sorted, 0.5);
	return sorted.filter((v) => Math.abs(v - centre) <= coreWidth).length >= sorted.length / 2;
}

function runningMaximum(values: readonly number[]): number[] {
	let largest = -Infinity;
	return values.map((value) => (largest = Math.max(largest, value)));
}
