/** Predictions of one loop by model, with and without the aliasing assumption. Pure. */
import { mayBeMispredicted } from '@cyclelab/contract/mca-errors';
import type { Prediction } from '@cyclelab/contract/schema/prediction';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import type { Category } from '@cyclelab/contract/schema/blocks';
import type { ModelErrors } from '../../../shared/models-schema.ts';

/** The prediction shown first: the measuring processor's model with llvm-mca's default aliasing, else a prediction with details. */
export function mainPrediction(predictions: Prediction[]): Prediction | undefined {
	const usual = predictions.filter((prediction) => prediction.noalias);
	return usual.find(({ host }) => host) ?? usual.find(({ instructions }) => instructions);
}

export interface ModelRow {
	mcpu: string;
	model: string | undefined;
	exact: boolean;
	host: boolean;
	/** Cycles per iteration, or the reason why there is no number. */
	noalias: number | string | undefined;
	alias: number | string | undefined;
	/** The prediction of an older llvm-mca, without aliasing. */
	older: Prediction['older'];
}

/** One row a model; the measuring processor's first, the others as they came. */
export function modelRows({ predictions, refusals }: VariantReport): ModelRow[] {
	const names = [...new Set([...predictions, ...refusals].map((answer) => answer.mcpu))];
	const rows = names.map((mcpu): ModelRow => {
		const of = (noalias: boolean) =>
			predictions.find((prediction) => prediction.mcpu === mcpu && prediction.noalias === noalias);
		const value = (noalias: boolean) =>
			of(noalias)?.cyclesPerIteration ??
			refusals.find((refusal) => refusal.mcpu === mcpu && refusal.noalias === noalias)?.reason;
		const known: Prediction | undefined = of(true) ?? of(false);
		return {
			mcpu,
			model: known?.model,
			exact: known?.exact ?? true,
			host: known?.host ?? false,
			noalias: value(true),
			alias: value(false),
			older: of(true)?.older
		};
	});
	return rows.toSorted((a, b) => Number(b.host) - Number(a.host));
}

/** A smaller difference may come from the beginning of the simulation, as part of the predictions. */
const smallest = 0.02;

/** Whether the older llvm-mca differs where it has an error that ours is corrected for. */
export const differsByErrors = (
	{ hotLoop }: Pick<VariantReport, 'hotLoop'>,
	rows: readonly ModelRow[]
): boolean =>
	rows.some(
		({ model = '', noalias, older }) =>
			mayBeMispredicted(hotLoop?.instructions.map(({ text }) => text) ?? [], model) &&
			older?.model === model &&
			typeof noalias === 'number' &&
			Math.abs(older.cyclesPerIteration - noalias) > smallest * noalias
	);

export const standsIn = (model: string, mcpu: string) =>
	`LLVM has no model of ${mcpu}; its ${model} model stands in for it`;

/** "Znver4 model, standing in for znver5". */
export function modelName(prediction: Prediction): string {
	return prediction.exact ? prediction.model : `${prediction.model} for ${prediction.mcpu}`;
}

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
			const like = own?.like.find((error) => error.category === category);
			return own && like ? [{ key, processor, predictor: own.predictor.id, ...like }] : [];
		});
	return known.toSorted((a, b) => b.blocks - a.blocks)[0];
}
