/** Which variant the comparison of two runs shows until the learner chooses another. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/contract/schema/report';

/**
 * Of the variants that both runs have: the first whose source differs, else the first that was edited, else the exercise's
 * baseline, else the first.
 */
export function variantToCompare(facts: Facts, first: Report, second: Report): string {
	const sourceIn = (report: Report, id: string) =>
		report.variants.find((variant) => variant.id === id)?.source;
	const shared = first.variants.filter(({ id }) => sourceIn(second, id) !== undefined);
	return (
		shared.find(({ id, source }) => sourceIn(second, id) !== source)?.id ??
		shared.find(({ edited }) => edited)?.id ??
		shared.find(({ id }) => id === facts.baseline)?.id ??
		shared[0]?.id ??
		facts.baseline
	);
}
