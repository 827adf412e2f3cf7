/** Which results of an inspection may be cached, and which depend on the moment. Pure. */
import type { VariantReport } from './report.ts';

/** A runner had no sandbox for OSACA, or no time for it. */
export const notAsked = { refusal: 'OSACA could not be asked on this runner.' };
export const tooLate = { refusal: 'OSACA was not asked in time; run again for its prediction.' };

type Inspected = Pick<VariantReport, 'failure' | 'secondOpinion' | 'countedIterations'>;

/** A program that was too slow or too large once may fit another time; failures of the source itself stay. */
export function isLasting({ failure, secondOpinion, countedIterations }: Inspected): boolean {
	if (countedIterations !== undefined) return false;
	if (failure && failure.kind !== 'compile-error' && failure.kind !== 'empty-kernel') return false;
	const refusal = secondOpinion && 'refusal' in secondOpinion ? secondOpinion.refusal : undefined;
	return refusal !== notAsked.refusal && refusal !== tooLate.refusal;
}
