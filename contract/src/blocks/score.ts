/** How well predictions agree with measurements: the figures of BHive and uiCA, with bootstrap intervals. Pure. */
import { seeded } from '../measure/seeded.ts';
import { ascending, quantile } from '../measure/statistics.ts';

/** Cycles of one block. */
export type ScoredBlock = { predicted: number; measured: number };

export type Score = {
	blocks: number;
	/** Mean of |predicted - measured| / measured, as published errors are. */
	mape: number;
	/** Kendall's tau-b: 1 if the predictions order all blocks as the measurements do, 0 if they say nothing. */
	tau: number;
	/** Part of the blocks predicted within a tenth of the measurement. */
	withinTenth: number;
};

export type Range = readonly [low: number, high: number];
type Scored = Score & { intervals: { mape: Range; tau: Range; withinTenth: Range } };

const errorOf = ({ predicted, measured }: ScoredBlock) => Math.abs(predicted - measured) / measured;

export const score = (pairs: readonly ScoredBlock[]): Score => ({
	blocks: pairs.length,
	tau: kendall(pairs),
	...errorsOf(pairs)
});

/** Resamples of an interval: its ends then vary by some percent of its width. */
const resamples = 200;

/** With 95 % intervals of the percentile bootstrap over blocks. The same blocks give the same intervals. */
export function scored(pairs: readonly ScoredBlock[]): Scored {
	const random = seeded(1);
	const draw = () => pairs[Math.floor(random() * pairs.length)];
	const all = Array.from({ length: resamples }, () => {
		const some = pairs.flatMap(() => draw() ?? []);
		return { tau: kendall(some), ...errorsOf(some) };
	});
	const rangeOf = (key: 'mape' | 'tau' | 'withinTenth'): Range => {
		const sorted = ascending(
			all.map((scores) => scores[key]).filter((value) => !Number.isNaN(value))
		);
		return [quantile(sorted, 0.025), quantile(sorted, 0.975)];
	};
	return {
		...score(pairs),
		intervals: {
			mape: rangeOf('mape'),
			tau: rangeOf('tau'),
			withinTenth: rangeOf('withinTenth')
		}
	};
}

function errorsOf(pairs: readonly ScoredBlock[]): Pick<Score, 'mape' | 'withinTenth'> {
	const errors = pairs.map(errorOf);
	return { mape: mean(errors), withinTenth: mean(errors.map((error) => (error <= 0.1 ? 1 : 0))) };
}

/**
 * Kendall's tau-b, which accounts for ties (Kendall 1945), by counting the exchanges of a merge sort (Knight 1966). NaN if
 * one side has one value only.
 */
export function kendall(pairs: readonly ScoredBlock[]): number {
	const sorted = [...pairs].sort((a, b) => a.predicted - b.predicted || a.measured - b.measured);
	const measured = sorted.map((scoredBlock) => scoredBlock.measured);
	const all = (pairs.length * (pairs.length - 1)) / 2;
	const tiedPredicted = tied(sorted, (a, b) => a.predicted === b.predicted);
	const tiedBoth = tied(sorted, (a, b) => a.predicted === b.predicted && a.measured === b.measured);
	const apart = exchanges(measured);
	const tiedMeasured = tied(ascending(measured), (a, b) => a === b);
	const agreeingLessApart = all - tiedPredicted - tiedMeasured + tiedBoth - 2 * apart;
	return agreeingLessApart / Math.sqrt((all - tiedPredicted) * (all - tiedMeasured));
}

/** Pairs of equal items of a sorted list. */
function tied<T>(sorted: readonly T[], isEqual: (a: T, b: T) => boolean): number {
	let total = 0;
	let run = 0;
	for (const [index, item] of sorted.entries()) {
		const before = sorted[index - 1];
		run = before !== undefined && isEqual(before, item) ? run + 1 : 0;
		total += run;
	}
	return total;
}

/** Pairs of values in descending order: exchanges of neighbours that sort the list. */
function exchanges(values: readonly number[]): number {
	let from = [...values];
	let to = [...values];
	let count = 0;
	for (let width = 1; width < from.length; width *= 2) {
		for (let start = 0; start < from.length; start += 2 * width) {
			const [middle, end] = [start + width, start + 2 * width].map((at) =>
				Math.min(at, from.length)
			) as [number, number];
			let left = start;
			let right = middle;
			for (let at = start; at < end; at++) {
				const [ofLeft, ofRight] = [from[left] ?? 0, from[right] ?? 0];
				if (left < middle && (right >= end || ofLeft <= ofRight)) {
					to[at] = ofLeft;
					left += 1;
				} else {
					to[at] = ofRight;
					right += 1;
					count += middle - left;
				}
			}
		}
		[from, to] = [to, from];
	}
	return count;
}

const mean = (values: readonly number[]) =>
	values.reduce((sum, value) => sum + value, 0) / values.length;
