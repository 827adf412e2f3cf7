/** Which working sets show how far the caches reach, and what their costs say. Pure. */
import { findSteps, type SweptPoint } from '../measure/knees.ts';
import { ascending, median } from '@cyclelab/contract/measure/statistics';
import type { MeasuredCaches } from '@cyclelab/contract/schema/gateway';
import type { Host } from '@cyclelab/contract/schema/host';
import type { Interval } from '@cyclelab/contract/schema/measurement';

const KiB = 1024;
const MiB = 1024 * KiB;
/** Well within every first cache. */
const smallest = 8 * KiB;
/** So far beyond the largest reported cache that a walk hardly finds anything in it ... */
const beyondFactor = 4;
/** ... but at least this much, where nothing or little is reported, and no more than a measuring sandbox has room for. */
const largestAtLeast = 64 * MiB;
const largestAtMost = 512 * MiB;
/** Memory's cost is that of working sets so many times as large as the first beyond the caches, if there are so many of them. */
const [farFactor, farAtLeast] = [2, 2];
/** A sweep with a larger disturbed part does not show where a cost rises. */
const measuredAtLeast = 0.75;

/** Two a doubling, powers of two and one and a half times those, ascending. Bytes. */
export function sizesToMeasure(caches: Host['caches']): number[] {
	const reported = Math.max(0, ...caches.map(({ bytes }) => bytes)) * beyondFactor;
	const largest = Math.min(largestAtMost, Math.max(largestAtLeast, reported));
	const sizes: number[] = [];
	for (let size = smallest; size <= largest; size *= 2) sizes.push(size, size * 1.5);
	return sizes.filter((size) => size <= largest);
}

/** Undefined where too many of the `asked` sizes could not be measured. */
export function hierarchyOf(
	points: readonly SweptPoint[],
	asked: number
): Pick<MeasuredCaches, 'levels' | 'beyond'> | undefined {
	const sorted = [...points].sort((a, b) => a.value - b.value);
	const last = sorted.at(-1);
	if (!last || sorted.length < measuredAtLeast * asked) return undefined;
	const steps = findSteps(sorted);
	const between = (from: number, to: number) =>
		costOf(sorted.filter(({ value }) => value >= from && value <= to));
	const end = steps.at(-1)?.to.value ?? 0;
	/** A chase through less than that still finds a large part of its lines in the last cache. */
	const isFar = sorted.filter(({ value }) => value >= farFactor * end).length >= farAtLeast;
	return {
		levels: steps.map(({ from, to }, i) => ({
			endsBetween: [from.value, to.value],
			cyclesPerLoad: between(steps[i - 1]?.to.value ?? 0, from.value)
		})),
		beyond: {
			upTo: last.value,
			cyclesPerLoad: between(isFar ? farFactor * end : end, last.value)
		}
	};
}

/** The middle of the points' medians, and all that their intervals reach. */
function costOf(points: readonly SweptPoint[]): Interval {
	const costs = points.map(({ cost }) => cost);
	return {
		median: median(costs.map((cost) => cost.median)),
		low: ascending(costs.map(({ low }) => low))[0] ?? NaN,
		high: ascending(costs.map(({ high }) => high)).at(-1) ?? NaN
	};
}
