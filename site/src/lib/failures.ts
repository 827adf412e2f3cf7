/** The failures of a report, each once, with the variant's label. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Failure } from '@cyclelab/runner/schema/failure';
import type { Report } from '@cyclelab/runner/schema/report';
import { counted } from './format.ts';
import { runWords } from './words/run.ts';

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
		if (!failure) return;
		const label = labelOf(failure.variant ?? id);
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
	for (const [first, ...more] of Map.groupBy(atPoints, (one) => one.failure.kind).values())
		if (first)
			found.push(
				more.length === 0
					? first
					: { ...first, label: runWords.pointsAlike(counted(more.length + 1, 'point')) }
			);
	add(report.failure, undefined);
	return found;
}
