/** Predictions of one loop by model, with and without the aliasing assumption. Pure. */
import { copiesRegister, isCorrected } from '@cyclelab/runner/register-copies';
import type { Prediction } from '@cyclelab/runner/schema/prediction';
import type { VariantReport } from '@cyclelab/runner/schema/report';

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
	const names = [...new Set([...predictions, ...refusals].map((one) => one.mcpu))];
	const rows = names.map((mcpu): ModelRow => {
		const of = (noalias: boolean) =>
			predictions.find((one) => one.mcpu === mcpu && one.noalias === noalias);
		const value = (noalias: boolean) =>
			of(noalias)?.cyclesPerIteration ??
			refusals.find((one) => one.mcpu === mcpu && one.noalias === noalias)?.reason;
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

/**
 * Whether the older llvm-mca differs where it has an error that ours is corrected for: a register that a move filled changes
 * with the register it was copied from.
 */
export const differsByCopies = (
	{ hotLoop }: Pick<VariantReport, 'hotLoop'>,
	rows: readonly ModelRow[]
): boolean =>
	hotLoop?.instructions.some(({ text }) => copiesRegister(text)) === true &&
	rows.some(
		({ model = '', noalias, older }) =>
			isCorrected(model) &&
			older?.model === model &&
			typeof noalias === 'number' &&
			Math.abs(older.cyclesPerIteration - noalias) > smallest * noalias
	);
