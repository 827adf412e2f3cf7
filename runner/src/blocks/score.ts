/** How well predictions agree with measurements: the figures of BHive and uiCA, with bootstrap intervals. Pure. */
import { seeded } from '../measure/seeded.ts';
import { ascending, quantile } from '../measure/statistics.ts';

/** Cycles of one block. */
export type Pair = { predicted: number; measured: number };

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
export type Scored = Score & { intervals: { mape: Range; tau: Range; withinTenth: Range } };

const errorOf = ({ predicted, measured }: Pair) => Math.abs(predicted - measured) / measured;

export const score = (pairs: readonly Pair[]): Score => ({
	blocks: pairs.length,
	tau: kendall(pairs),
	...errorsOf(pairs)
});

/** Resamples of an interval: its ends then vary by some percent of its width. */
const resamples = 200;
/** Pairs of a resample that tau is computed of, at most: it takes quadratic time. */
const tauAtMost = 400;

/** With 95 % intervals of the percentile bootstrap over blocks. The same seed gives the same intervals. */
export function scored(pairs: readonly Pair[], seed = 1): Scored {
	const random = seeded(seed);
	const draw = () => pairs[Math.floor(random() * pairs.length)];
	const all = Array.from({ length: resamples }, () => {
		const some = pairs.flatMap(() => draw() ?? []);
		return { tau: kendall(some.slice(0, tauAtMost)), ...errorsOf(some) };
	});
	// A resample of some of the pairs is wider than one of all, by the root of their numbers' ratio.
	const narrower = Math.sqrt(Math.min(1, tauAtMost / Math.max(1, pairs.length)));
	const whole = score(pairs);
	const rangeOf = (key: 'mape' | 'tau' | 'withinTenth', scale = 1): Range => {
		const sorted = ascending(all.map((one) => one[key]));
		const end = (p: number) => whole[key] + (quantile(sorted, p) - whole[key]) * scale;
		return [end(0.025), end(0.975)];
	};
	return {
		...whole,
		intervals: {
			mape: rangeOf('mape'),
			tau: rangeOf('tau', narrower),
			withinTenth: rangeOf('withinTenth')
		}
	};
}

function errorsOf(pairs: readonly Pair[]): Pick<Score, 'mape' | 'withinTenth'> {
	const errors = pairs.map(errorOf);
	return { mape: mean(errors), withinTenth: mean(errors.map((one) => (one <= 0.1 ? 1 : 0))) };
}

/** Kendall's tau-b, which accounts for ties (Kendall 1945). Quadratic. NaN if one side has one value only. */
export function kendall(pairs: readonly Pair[]): number {
	let agreeing = 0;
	let apart = 0;
	let predictedOnly = 0;
	let measuredOnly = 0;
	for (const [index, one] of pairs.entries())
		for (const other of pairs.slice(0, index)) {
			const predicted = Math.sign(one.predicted - other.predicted);
			const measured = Math.sign(one.measured - other.measured);
			if (predicted === 0 && measured === 0) continue;
			if (predicted === 0) measuredOnly += 1;
			else if (measured === 0) predictedOnly += 1;
			else if (predicted === measured) agreeing += 1;
			else apart += 1;
		}
	const both = agreeing + apart;
	return (agreeing - apart) / Math.sqrt((both + predictedOnly) * (both + measuredOnly));
}

const mean = (values: readonly number[]) =>
	values.reduce((sum, value) => sum + value, 0) / values.length;
