/** Two variants of one run as two runs of one variant, so that the table of two runs shows them. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/runner/schema/report';

/** The id that both have in the table. */
export const bothKernels = 'both';

/** The report with only this variant, under the id of both. Places of the exercise's other variants are left out. */
export const asBoth = (report: Report, variant: string): Report => ({
	...report,
	variants: report.variants
		.filter(({ id }) => id === variant)
		.map((one) => ({ ...one, id: bothKernels }))
});

/** The facts with one variant, which the table names. */
export const factsOfBoth = (facts: Facts, label: string): Facts => ({
	...facts,
	variants: facts.variants.slice(0, 1).map((one) => ({ ...one, id: bothKernels, label }))
});

/**
 * What stands beside a variant at first: the baseline, and beside the baseline what the question asks about, else the next
 * variant. Undefined in an exercise of one variant.
 */
export function besideAtFirst({ variants, baseline, question }: Facts, selected: string) {
	const wanted = [
		baseline,
		question.of.variant,
		question.to.variant,
		...variants.map(({ id }) => id)
	];
	return wanted.find((id) => id !== selected && variants.some((one) => one.id === id));
}
