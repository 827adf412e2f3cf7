/** Which code of a run is not the exercise's own, and where its source is shown. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/contract/schema/report';
import { labelOf } from '../../../shared/labels.ts';

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
			const label = labelOf(facts, id);
			return { id, label, source };
		});

/** Flags with which code of a report was built and which its exercise does not have, each once. */
export const addedFlagsIn = (report: Pick<Report, 'variants'> | undefined): string[] => [
	...new Set((report?.variants ?? []).flatMap(({ addedFlags = [] }) => addedFlags))
];

/**
 * Fragment of the address at which a page shows the source of an edited variant (`EditedNote`). Where two sides share one
 * table a variant's id follows the side's number and a slash.
 */
export const sourceFragment = (variant: string): string =>
	`#source-of-${variant.slice(variant.lastIndexOf('/') + 1)}`;

/** @param labels of the edited variants, as a sentence names them */
export const editedText = (labels: string, count: number) =>
	`${labels} ${count === 1 ? 'is' : 'are'} not the exercise’s own. A program can deceive the measurement: read what it does.`;
