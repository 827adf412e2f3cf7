/** Scores of predictors on processors that this site may have no runner of, by `npm run bench:blocks` with seed 1. */

interface RecordedScore {
	predictor: string;
	/** Mean of |predicted - measured| / measured and its 95 % interval by bootstrap over blocks, percent. */
	error: readonly [mean: number, low: number, high: number];
	/** Kendall's tau-b. */
	tau: number;
	/** Part of the blocks predicted within a tenth of the measurement, percent. */
	withinTenth: number;
	/** Blocks that the predictor refused. */
	refused: number;
}

interface RecordedScores {
	processor: string;
	microarchitecture: string;
	/** For people. */
	date: string;
	/** Blocks that were taken, and those of them with a time. */
	taken: number;
	blocks: number;
	scores: readonly RecordedScore[];
}

const score = (
	predictor: string,
	error: RecordedScore['error'],
	tau: number,
	withinTenth: number,
	refused = 0
): RecordedScore => ({ predictor, error, tau, withinTenth, refused });

/** All of them in virtual machines with two cores. */
export const recordedScores: readonly RecordedScores[] = [
	{
		processor: 'AMD Zen 5',
		microarchitecture: 'znver5',
		date: '25 November 2026',
		taken: 700,
		blocks: 429,
		scores: [
			score('llvm-mca 22, Ice Lake’s model', [42.1, 37.2, 47], 0.744, 32.2),
			score('largest of width, ports and chain', [49.4, 45, 53.4], 0.716, 26.8),
			score('llvm-mca 22, znver5 (Zen 4’s model)', [49.7, 46, 53.4], 0.739, 24),
			score('llvm-mca 22, Sapphire Rapids', [49.8, 41.6, 58.4], 0.712, 32.4),
			score('llvm-mca 19, znver5', [110.5, 90, 134], 0.653, 21.9),
			score('llvm-mca 22, znver5, aliasing assumed', [176, 151, 201], 0.555, 21.7)
		]
	},
	{
		processor: 'Intel Emerald Rapids',
		microarchitecture: 'emeraldrapids',
		date: '26 November 2026',
		taken: 2000,
		blocks: 1805,
		scores: [
			score('largest of width, ports and chain', [26.9, 24.9, 28.7], 0.769, 46.3),
			score('measured here, nested', [29.3, 27.7, 31.2], 0.743, 49.6, 44),
			score('llvm-mca 22, Sapphire Rapids', [36.7, 34, 39.5], 0.737, 39.3),
			score('llvm-mca 22, Ice Lake’s model', [37.3, 35.4, 39.3], 0.744, 25.7),
			score('llvm-mca 19, Sapphire Rapids', [119, 105, 130], 0.614, 31.2),
			score('OSACA 0.7.1, Sapphire Rapids', [299, 260, 337], 0.65, 36.8, 803),
			score('llvm-mca 22, Sapphire Rapids, aliasing assumed', [913, 865, 956], 0.378, 18.4)
		]
	}
];
