/** The prediction that stands beside a measurement. Pure, and without the schema's library, for the page. */
import type { Prediction } from '../schema/prediction.ts';

/** llvm-mca's, by the model of the processor that measures, for loads and stores that do not alias. */
export const predictionBeside = (predictions: readonly Prediction[]): Prediction | undefined =>
	predictions.find(({ host, noalias }) => host && noalias);
