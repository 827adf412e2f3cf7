/** Whether measurements of the same code are equal on an idle and on a loaded machine. Pure. */
import { medianInterval, quantile, ascending } from '../../../runner/src/measure/statistics.ts';
import { atLeastAsWide, ratioOf } from '../../../runner/src/measure/ratio.ts';
import type { Interval } from '../../../runner/src/schema/measurement.ts';

/** Measurements of several runs of the same code, each with its interval. */
export type Measurements = { variant: string; idle: Interval[]; loaded: Interval[] };

export type Steadiness = {
	variant: string;
	runs: { idle: number; loaded: number };
	/** Median over runs of their medians, with its interval between runs. */
	idle: Interval;
	loaded: Interval;
	/** Loaded over idle. */
	ratio: Interval;
	/** The ratio's interval, at least as wide as the floor, holds 1. */
	unchanged: boolean;
	/** Part of the loaded runs whose own interval, at least as wide as the floor, holds the idle median. */
	agreeing: number;
	/** 95 % of the pairs of runs differ by at most this part. */
	floor: { idle: number; loaded: number };
};

/** @param floor part by which identical code differs on this runner when nothing else runs. Undefined without runs. */
export function steadinessOf(
	{ variant, idle, loaded }: Measurements,
	floor: number
): Steadiness | undefined {
	if (idle.length === 0 || loaded.length === 0) return undefined;
	const over = (runs: readonly Interval[]) => medianInterval(runs.map(({ median }) => [median]));
	const [before, meanwhile] = [over(idle), over(loaded)];
	const ratio = ratioOf(meanwhile, before);
	const holds = (interval: Interval, value: number) => {
		const { low, high } = atLeastAsWide(interval, floor);
		return low <= value && value <= high;
	};
	return {
		variant,
		runs: { idle: idle.length, loaded: loaded.length },
		idle: before,
		loaded: meanwhile,
		ratio,
		unchanged: holds(ratio, 1),
		agreeing: loaded.filter((run) => holds(run, before.median)).length / loaded.length,
		floor: { idle: floorOfRuns(idle), loaded: floorOfRuns(loaded) }
	};
}

/** NaN for a single run. */
function floorOfRuns(runs: readonly Interval[]): number {
	const differences = runs.flatMap(({ median: one }, at) =>
		runs.slice(at + 1).map(({ median: other }) => Math.max(one / other, other / one) - 1)
	);
	return quantile(ascending(differences), 0.95);
}
