/** Which code of a run is not the exercise's own, and where its source is shown. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/runner/schema/report';

export interface EditedVariant {
	id: string;
	label: string;
	source: string;
}

/** The edited variants of a report, in its order. */
export const editedIn = (
	facts: Pick<Facts, 'variants'>,
	report: Pick<Report, 'variants'> | undefined
): EditedVariant[] =>
	(report?.variants ?? [])
		.filter(({ edited }) => edited)
		.map(({ id, source }) => {
			const label = facts.variants.find((one) => one.id === id)?.label ?? id;
			return { id, label, source };
		});

/**
 * Fragment of the address at which a page shows the source of an edited variant (`EditedNote`). Where two sides share one
 * table a variant's id follows the side's number and a slash.
 */
export const sourceFragment = (variant: string): string =>
	`#source-of-${variant.slice(variant.lastIndexOf('/') + 1)}`;
