/**
 * How often two single measurements differ. A single measurement is what one person reads off one stopwatch: the time of
 * one call of the kernel, whatever disturbed it. So all samples count, also samples that were set aside. Browser-safe.
 */
import type { Interval, Measured } from '@cyclelab/contract/schema/measurement';
import { longerOf } from '@cyclelab/contract/measure/sample-cost';
import { effectiveNumber, z } from '@cyclelab/contract/measure/statistics';

/** Ticks per iteration of the longer call of each sample, by process. Only ratios of them mean something. */
export function singles({ raw, processes }: Pick<Measured, 'raw' | 'processes'>): number[][] {
	return Array.from({ length: processes }, (_, process) =>
		raw
			.filter((sample) => sample.process === process)
			.map((sample) => sample.ticks[1] / longerOf(sample))
	);
}

/**
 * Share of all pairs, one of each side, of which the smaller is less than the larger by the part `apart` or more; with its
 * 95 % interval (Wilson 1927). Such a share varies no more than one over as many pairs as the shorter side has independent
 * values (Hoeffding 1963, section 5), and those are counted as the median's interval counts them (`effectiveNumber`), on
 * what each value contributes. Pairs of a side with itself are of different values.
 */
export function shareApart(
	of: readonly (readonly number[])[],
	to: readonly (readonly number[])[],
	apart: number
): Interval {
	const itself = of === to;
	/** With how many of the others each value forms a pair that differs. */
	const contributions = (from: typeof of, others: typeof of) => {
		const all = others.flat();
		return from.map((group) =>
			group.map((one) => all.filter((other) => areApart(one, other, apart)).length)
		);
	};
	const ours = contributions(of, to);
	const sides = itself ? [ours] : [ours, contributions(to, of)];
	const values = ours.flat();
	const partners = to.flat().length - (itself ? 1 : 0);
	const share = values.reduce((sum, one) => sum + one, 0) / (values.length * partners);
	const independent = Math.min(...sides.map(effectiveNumber)) / (itself ? 2 : 1);
	return wilson(share, independent);
}

const areApart = (one: number, other: number, apart: number) =>
	Math.min(one, other) <= (1 - apart) * Math.max(one, other);

function wilson(share: number, n: number): Interval {
	const shrunk = 1 + z ** 2 / n;
	const centre = (share + z ** 2 / (2 * n)) / shrunk;
	const half = (z / shrunk) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
	return {
		median: share,
		low: Math.min(share, Math.max(0, centre - half)),
		high: Math.max(share, Math.min(1, centre + half))
	};
}
