/** Samples of two runs as outlines over one axis. Pure. */
import { extent } from 'd3-array';
import { ascending, quantile } from '@cyclelab/contract/measure/statistics';

interface Distribution {
	/** Ends of the axis, cycles per iteration. */
	domain: [number, number];
	/** For each run, the share of its samples in each of the equal parts of the axis, 0..1. */
	shares: number[][];
	/** Samples of each run beyond the ends. They are counted in the outermost parts. */
	beyond: number[];
}

/** A few far samples would press all others into one part: the axis ends at these parts of each run's samples. */
const [lowest, highest] = [0.02, 0.95];

/** Undefined where neither has samples. */
export function distributionOf(
	runs: readonly (readonly number[])[],
	parts = 60
): Distribution | undefined {
	const sorted = runs.map(ascending);
	const ends = sorted
		.filter((all) => all.length > 0)
		.flatMap((all) => [quantile(all, lowest), quantile(all, highest)]);
	const [least, most] = extent(ends);
	if (least === undefined || most === undefined) return undefined;
	const room = Math.max((most - least) * 0.15, most * 0.005);
	const domain: [number, number] = [Math.max(0, least - room), most + room];
	const width = (domain[1] - domain[0]) / parts;
	const partOf = (value: number) =>
		Math.min(parts - 1, Math.max(0, Math.floor((value - domain[0]) / width)));
	const shares = sorted.map((all) => {
		const counts = new Array<number>(parts).fill(0);
		for (const value of all) counts[partOf(value)] = (counts[partOf(value)] ?? 0) + 1;
		return counts.map((count) => (all.length === 0 ? 0 : count / all.length));
	});
	const beyond = sorted.map(
		(all) => all.filter((value) => value < domain[0] || value > domain[1]).length
	);
	return { domain, shares, beyond };
}
