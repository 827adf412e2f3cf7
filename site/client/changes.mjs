/**
 * Change points of a series by E-divisive: D. S. Matteson and N. A. James, "A Nonparametric Approach for Multiple Change
 * Point Analysis of Multivariate Data", JASA 109 (2014), 334-345, with their exponent alpha = 1. Pure.
 *
 * Cycles are skewed, with outliers to one side, so the test assumes no distribution; a t-test of neighbours would.
 */

/** Share of series without a change in which one is found. */
export const level = 0.01;
/** Permutations of a test: ten in 1,000 orders decide at the level of 1 %. */
const permutations = 999;
/** Shortest stretch between two changes, points: an outlier alone is none, and five points show a change. */
const leastStretch = 5;
/**
 * Shortest series that is judged. Of the C(12, 5) orders of 12 points, 2 in 792 (0.25 %) separate the five highest or
 * lowest completely at one end, well below the level. With 9 points this is 2 in 126 (1.6 %): no step could be found.
 */
export const leastPoints = 12;
/** Longest series that is judged, points, which bounds the time; the newest are. */
export const mostPoints = 300;

/** Numbers from 0 to 1 that are the same for each run (xorshift32, G. Marsaglia 2003). @param {number} seed */
export function randomFrom(seed) {
	let state = seed | 0 || 1;
	return () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) / 2 ** 32;
	};
}

/** @typedef {{ at: number, divergence: number }} Split `at`: index of the first point after it */

/**
 * The best split of a stretch: the largest scaled divergence Q (their equations 5 to 7) of points [0, at) and [at, end),
 * over every `at` and every `end`, so that a rise with a later fall is found.
 * @param {readonly number[]} values @returns {Split | undefined} undefined if the stretch is too short for two
 */
function bestSplit(values) {
	const count = values.length;
	const width = count + 1;
	// Sums of all distances between the first i and the first k points.
	const sums = new Float64Array(width * width);
	for (let i = 1; i <= count; i++) {
		let row = 0;
		for (let k = 1; k <= count; k++) {
			row += Math.abs((values[i - 1] ?? 0) - (values[k - 1] ?? 0));
			sums[i * width + k] = (sums[(i - 1) * width + k] ?? 0) + row;
		}
	}
	/** @type {Split | undefined} */
	let best;
	for (let end = 2 * leastStretch; end <= count; end++)
		for (let at = leastStretch; at <= end - leastStretch; at++) {
			const [n, m] = [at, end - at];
			const first = sums[at * width + at] ?? 0;
			const between = (sums[at * width + end] ?? 0) - first;
			const second = (sums[end * width + end] ?? 0) - first - 2 * between;
			// A pair is twice in the sums of one stretch.
			const energy = (2 * between) / (n * m) - first / (n * (n - 1)) - second / (m * (m - 1));
			const divergence = ((n * m) / (n + m)) * energy;
			if (!best || divergence > best.divergence) best = { at, divergence };
		}
	return best;
}

/** The best split of all stretches. @param {readonly (readonly number[])[]} stretches */
function bestOf(stretches) {
	/** @type {(Split & { stretch: number }) | undefined} */
	let best;
	for (const [stretch, values] of stretches.entries()) {
		const split = bestSplit(values);
		if (split && (!best || split.divergence > best.divergence)) best = { ...split, stretch };
	}
	return best;
}

/** Fisher and Yates. @param {readonly number[]} values @param {() => number} random */
function shuffled(values, random) {
	const all = [...values];
	for (let i = all.length - 1; i > 0; i--) {
		const k = Math.floor(random() * (i + 1));
		[all[i], all[k]] = [all[k] ?? 0, all[i] ?? 0];
	}
	return all;
}

/**
 * Whether at most the share `level` of the permutations within stretches has a split as good. It ends as soon as more have.
 * @param {readonly (readonly number[])[]} stretches @param {number} divergence @param {() => number} random
 */
function isSignificant(stretches, divergence, random) {
	let asGood = 1;
	for (let i = 0; i < permutations; i++) {
		const permuted = stretches.map((values) => shuffled(values, random));
		// Sums in another order are rounded differently.
		if ((bestOf(permuted)?.divergence ?? 0) >= divergence * (1 - 1e-9)) asGood++;
		if (asGood > level * (permutations + 1)) return false;
	}
	return true;
}

/** @param {readonly number[]} values of at least one point */
export function medianOf(values) {
	const sorted = [...values].sort((a, b) => a - b);
	const half = sorted.length >> 1;
	const upper = sorted[half] ?? NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? NaN) + upper) / 2;
}

/** @typedef {{ at: number, before: number, after: number }} Change `at`: index of its first point; medians around it */

/** @param {readonly number[]} values @param {readonly number[]} starts of stretches after the first, ascending */
const changesAt = (values, starts) =>
	starts.map((at, i) => ({
		at,
		before: medianOf(values.slice(starts[i - 1] ?? 0, at)),
		after: medianOf(values.slice(at, starts[i + 1]))
	}));

/** How much it changes, in either direction, as a part of 1. @param {Change} change */
const sizeOf = ({ before, after }) => Math.max(before / after, after / before) - 1;

/**
 * Changes that are significant and at least as large as `leastAt` requires; undefined if there are too few points.
 * @param {readonly number[]} values positive
 * @param {(at: number) => number} leastAt the smallest change that counts at this point, a part of 1
 * @returns {Change[] | undefined}
 */
export function changesOf(values, leastAt) {
	if (values.length < leastPoints) return undefined;
	const offset = Math.max(0, values.length - mostPoints);
	const judged = values.slice(offset);
	const random = randomFrom(judged.length);
	/** @type {number[]} */
	let starts = [];
	for (;;) {
		const edges = [0, ...starts];
		const stretches = edges.map((from, i) => judged.slice(from, edges[i + 1]));
		const best = bestOf(stretches);
		if (!best || !isSignificant(stretches, best.divergence, random)) break;
		starts = [...starts, (edges[best.stretch] ?? 0) + best.at].sort((a, b) => a - b);
	}
	// The smallest goes first: the medians of its neighbours then have the points of both stretches.
	for (;;) {
		const changes = changesAt(judged, starts).map((start) => ({ ...start, at: start.at + offset }));
		const small = changes
			.filter((change) => sizeOf(change) < leastAt(change.at))
			.sort((a, b) => sizeOf(a) - sizeOf(b))[0];
		if (!small) return changes;
		starts = starts.filter((at) => at + offset !== small.at);
	}
}
