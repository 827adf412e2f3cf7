/** The failures of a report, each once, with the variant's label. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Failure } from '@cyclelab/runner/schema/failure';
import type { Report } from '@cyclelab/runner/schema/report';

export interface Labelled {
	failure: Failure;
	label: string;
}

export function failuresOf(
	facts: Pick<Facts, 'variants'>,
	report: Pick<Report, 'variants' | 'failure'> | undefined
): Labelled[] {
	if (!report) return [];
	const labelOf = (id: string | undefined) =>
		facts.variants.find((variant) => variant.id === id)?.label ?? '';
	const found: Labelled[] = [];
	const add = (failure: Failure | undefined, id: string | undefined) => {
		if (failure) push(failure, labelOf(failure.variant ?? id));
	};
	const push = (failure: Failure, label: string) => {
		if (!found.some((one) => one.label === label && one.failure.title === failure.title))
			found.push({ failure, label });
	};
	const atPoints: Labelled[] = [];
	for (const { id, failure, points } of report.variants) {
		add(failure, id);
		for (const point of points)
			if (point.failure) atPoints.push({ failure: point.failure, label: labelOf(id) });
	}
	// The points of a sweep often fail alike: one notice for each kind; the table has every point's own.
	for (const alike of Map.groupBy(atPoints, (one) => one.failure.kind).values()) {
		const [first] = alike;
		if (first) push(first.failure, alike.length === 1 ? first.label : placeOf(alike));
	}
	add(report.failure, undefined);
	return found;
}

/** Of failures at several points: which variant, where it is only one, and at how many. */
function placeOf(alike: readonly Labelled[]): string {
	const [label = '', ...others] = new Set(alike.map((one) => one.label));
	const points = `${alike.length} point${alike.length === 1 ? '' : 's'}`;
	return others.length > 0 || label === '' ? `At ${points}` : `${label}, at ${points}`;
}

/** A failure in one line: where, what happened, one thing to try. */
export const failureLine = ({ failure, label }: Labelled): string =>
	`${label ? `${label}: ` : ''}${failure.title} ${failure.hint}`.trim();
