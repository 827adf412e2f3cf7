/** Votes of a room as bars on a log axis, with what was measured on the same axis. Pure. */

interface Bin {
	low: number;
	high: number;
	first: number;
	second: number;
}

/** Bars between the question's ends; few enough to be distinguished from the last row. */
const bars = 10;

/** Bounds rounded so that people can read them; never two the same. */
function edgesOf(low: number, high: number): number[] {
	const edges = Array.from({ length: bars + 1 }, (_, i) => low * (high / low) ** (i / bars));
	return edges.map((edge) => Number(edge.toPrecision(2)));
}

/** A vote or a result this many times beyond an end of the question widens the axis no more. */
const widest = 10;

/** Ends of the axis: the question's, or what was voted and measured where that is beyond them. */
export function domainOf(
	{ low, high }: { low: number; high: number },
	values: readonly number[]
): { low: number; high: number } {
	return {
		low: Math.max(low / widest, Math.min(low, ...values)),
		high: Math.min(high * widest, Math.max(high, ...values))
	};
}

/** The number of the bar that a ratio counts in. */
export function placeIn(bins: readonly { high: number }[], ratio: number): number {
	const at = bins.findIndex((bin) => ratio < bin.high);
	return at < 0 ? bins.length - 1 : at;
}

/** What lies outside of the question's ends counts in the first or the last bar. */
export function binsOf(
	{ low, high }: { low: number; high: number },
	first: readonly number[],
	second: readonly number[]
): Bin[] {
	const edges = edgesOf(low, high);
	const bins = edges.slice(1).map((upper, i) => ({ low: edges[i] ?? low, high: upper }));
	const count = (votes: readonly number[], at: number) =>
		votes.filter((ratio) => placeIn(bins, ratio) === at).length;
	return bins.map((bin, at) => ({ ...bin, first: count(first, at), second: count(second, at) }));
}

/** Where a ratio lies between the ends, 0..1; what lies outside is put at the end. */
export function shareOf({ low, high }: { low: number; high: number }, ratio: number): number {
	const share = Math.log(ratio / low) / Math.log(high / low);
	return Math.min(1, Math.max(0, share));
}

/** The middle one of several ratios, or the geometric mean of the two in the middle. */
export function medianOf(ratios: readonly number[]): number | undefined {
	const sorted = [...ratios].sort((a, b) => a - b);
	const [lower, upper] = [
		sorted[Math.floor((sorted.length - 1) / 2)],
		sorted[Math.floor(sorted.length / 2)]
	];
	return lower === undefined || upper === undefined ? undefined : Math.sqrt(lower * upper);
}
