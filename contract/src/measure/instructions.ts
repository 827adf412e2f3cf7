/** What an iteration executes in all. Without the schemas, so that a page that only reads reports does not load them. Pure. */
import type { VariantReport } from '../schema/report.ts';

/** Executed per iteration, in the code that is shown and elsewhere; undefined until counted. */
export const allInstructions = ({
	instructionsPerIteration: shown,
	unshown = []
}: Pick<VariantReport, 'instructionsPerIteration' | 'unshown'>): number | undefined =>
	shown === undefined
		? undefined
		: unshown.reduce((sum, place) => sum + place.instructionsPerIteration, shown);
