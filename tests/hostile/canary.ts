/** Whether a program on another core changed what was measured meanwhile. Pure. */

/** Parts by which a figure may move. */
export const bearable = 0.03;

/** Pairs without which there is no answer. */
const fewest = 3;

export type Pair = { alone: number; beside: number };
export type Judgement = {
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
 * @param pairs the same figure, measured alone and beside the other program by turns
 * The spread is that of the figures measured alone, largest to smallest: a machine whose own states differ by more than
 * what is asked about cannot answer.
 */
export function judge(pairs: readonly Pair[]): Judgement {
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
