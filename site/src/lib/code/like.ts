/** What measured blocks that are like a loop took of the prediction. Pure. */
import type { Category } from '@cyclelab/runner/schema/blocks';
import type { Prediction } from '@cyclelab/runner/schema/prediction';
import type { ModelErrors } from '../../../shared/models-schema.ts';

export interface Like {
	/** The processor in an address of `/models`, and for people. */
	key: string;
	processor: string;
	/** Id of the predictor. */
	predictor: string;
	category: Category;
	blocks: number;
	/** 9 of 10 blocks took between `low` and `high` of the predicted time. */
	low: number;
	high: number;
}

/**
 * Of the processor's own model: of the processor with the most blocks, where several have the same core. Undefined where too
 * few blocks of the category were measured.
 */
export function likeOf(
	{ processors }: ModelErrors,
	{ mcpu, model, host, noalias }: Pick<Prediction, 'mcpu' | 'model' | 'host' | 'noalias'>,
	category: Category | undefined
): Like | undefined {
	if (!host) return undefined;
	const known = processors
		.filter(({ microarchitecture }) => microarchitecture === mcpu)
		.flatMap(({ key, processor, predictors }) => {
			// The newest version is the first: an older llvm-mca comes behind it.
			const own = predictors.find(
				({ predictor }) =>
					predictor.tool === 'llvm-mca' &&
					predictor.model === model &&
					predictor.options.includes(`--mcpu=${mcpu}`) &&
					predictor.options.includes('--noalias=false') !== noalias
			);
			const like = own?.like.find((one) => one.category === category);
			return own && like ? [{ key, processor, predictor: own.predictor.id, ...like }] : [];
		});
	return known.toSorted((a, b) => b.blocks - a.blocks)[0];
}
