/** Whether a program on another core disturbed a measurement. Pure. */

/** The part by which the time may change: 3 %. */
export const bearable = 0.03;

/** Fewer pairs are too few to judge. */
const fewest = 3;

export type CanaryPair = { alone: number; beside: number };
type Judgement = {
	verdict: 'steady' | 'disturbed' | 'too noisy to tell';
	ratio: number;
	spread: number;
};

const median = (values: readonly number[]): number => {
	const sorted = values.toSorted((a, b) => a - b);
	const [low = NaN, high = NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
	return (low + high) / 2;
};

/**
 * @param pairs times of one program, measured alone and together with the other program, alternately
 * The spread is the largest time alone over the smallest, less 1. If it exceeds 3 %, the machine itself varies too much
 * to judge.
 */
export function judge(pairs: readonly CanaryPair[]): Judgement {
	const alone = pairs.map((pair) => pair.alone);
	const ratio = median(pairs.map((pair) => pair.beside / pair.alone));
	const spread = Math.max(...alone) / Math.min(...alone) - 1;
	const verdict =
		pairs.length < fewest
			? 'too noisy to tell'
			: Math.abs(ratio - 1) <= bearable
				? 'steady'
				: spread > bearable
					? 'too noisy to tell'
					: 'disturbed';
	return { verdict, ratio, spread };
}
