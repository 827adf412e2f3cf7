/** The scores of all predictors on the stored blocks of one processor. Pure. */
import { defined } from '@cyclelab/contract/defined';
import { likeBlocks } from '@cyclelab/contract/blocks/like';
import { scored, type ScoredBlock } from '@cyclelab/contract/blocks/score';
import type { MeasuredBlock, Predictor } from '@cyclelab/contract/schema/blocks';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import type {
	ModelErrors,
	ModelsView,
	PredictorScore,
	ProcessorModels
} from '../../shared/models-schema.ts';

/** What the store has of one processor. */
export type StoredBlocks = Pick<
	ProcessorModels,
	| 'key'
	| 'processor'
	| 'microarchitecture'
	| 'identity'
	| 'virtualised'
	| 'microcode'
	| 'runners'
	| 'dropped'
> & { predictors: Predictor[]; blocks: MeasuredBlock[] };

/**
 * Fewest blocks of which a predictor's errors are shown. The percentile bootstrap of fewer is too narrow: three blocks of which
 * none is within a tenth would have the interval from 0 to 0.
 */
export const fewestScored = 20;

const mostPoints = 600;
const mostWorst = 12;

/** Of several processors. */
export const modelsViews = (stored: readonly StoredBlocks[]): ProcessorModels[] =>
	stored.map(modelsView);

/** Throws if there is no block. */
export function modelsView({ blocks, predictors, ...machine }: StoredBlocks): ProcessorModels {
	const times = blocks.map(({ at }) => at).sort();
	const [since, until] = [times[0], times.at(-1)];
	if (since === undefined || until === undefined) throw new RangeError('there is no block');
	const both = bothOf(blocks, predictors);
	const farthest = byDistance(blocks, predictors[0]?.id ?? '');
	return {
		...machine,
		since,
		until,
		blocks: blocks.length,
		predictors: predictors.map((predictor) => scoreOf(predictor, blocks)),
		...defined({ both }),
		points: farthest.slice(0, mostPoints).map(({ block, predicted }) => ({
			digest: block.digest,
			category: block.category,
			predicted,
			measured: block.cycles.median
		})),
		worst: farthest.slice(0, mostWorst).map(({ block }) => block)
	};
}

/** Errors of our own figures and of the leading model on the same blocks; undefined with too few. */
function bothOf(
	blocks: readonly MeasuredBlock[],
	predictors: readonly Predictor[]
): ProcessorModels['both'] {
	const [leading] = predictors;
	const byCosts = predictors.find(({ tool }) => tool === 'measured');
	if (!byCosts || !leading) return undefined;
	const answered = blocks.filter(({ answers }) =>
		[byCosts, leading].every(({ id }) => typeof answers[id] === 'number')
	);
	if (answered.length < fewestScored) return undefined;
	const errorOf = ({ id }: Predictor) => {
		const { mape, intervals } = scored(pairsOf(id, answered));
		return intervalOf(mape, intervals.mape);
	};
	return { blocks: answered.length, measured: errorOf(byCosts), leading: errorOf(leading) };
}

const pairsOf = (id: string, blocks: readonly MeasuredBlock[]): ScoredBlock[] =>
	blocks.flatMap(({ answers, cycles }) => {
		const answer = answers[id];
		return typeof answer === 'number' ? [{ predicted: answer, measured: cycles.median }] : [];
	});

const intervalOf = (median: number, [low, high]: readonly [number, number]): Interval => ({
	median,
	low,
	high
});

/** Blocks that the predictor answered for, the one with the largest factor between answer and measurement first. */
function byDistance(blocks: readonly MeasuredBlock[], id: string) {
	return blocks
		.flatMap((block) => {
			const predicted = block.answers[id];
			// A logarithm of nothing has no place in a chart.
			if (typeof predicted !== 'number' || predicted <= 0) return [];
			return [{ block, predicted, distance: Math.abs(Math.log(predicted / block.cycles.median)) }];
		})
		.sort((a, b) => b.distance - a.distance);
}

function scoreOf(predictor: Predictor, blocks: readonly MeasuredBlock[]): PredictorScore {
	const asked = blocks.filter(({ answers }) => answers[predictor.id] !== undefined).length;
	const pairs = pairsOf(predictor.id, blocks);
	const like = likeBlocks(blocks, predictor.id);
	const refused = asked - pairs.length;
	if (pairs.length < fewestScored) return { predictor, blocks: pairs.length, refused, like };
	const { mape, tau, withinTenth, intervals } = scored(pairs);
	return {
		predictor,
		blocks: pairs.length,
		refused,
		score: {
			mape: intervalOf(mape, intervals.mape),
			...(Number.isFinite(tau) && { tau: intervalOf(tau, intervals.tau) }),
			withinTenth: intervalOf(withinTenth, intervals.withinTenth)
		},
		like
	};
}

/** What stands beside predictions: no more of each predictor than its intervals. */
export const errorsOf = ({ processors }: ModelsView): ModelErrors => ({
	processors: processors.map(({ key, processor, microarchitecture, identity, predictors }) => ({
		key,
		processor,
		microarchitecture,
		identity,
		predictors: predictors.flatMap(({ predictor, like }) =>
			like.length > 0 ? [{ predictor, like }] : []
		)
	}))
});
