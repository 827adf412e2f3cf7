/** The failures of a report, each once, with the variant's label. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Failure } from '@cyclelab/contract/schema/failure';
import type { Report } from '@cyclelab/contract/schema/report';

interface Labelled {
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
		if (
			!found.some(
				(labelled) => labelled.label === label && labelled.failure.title === failure.title
			)
		)
			found.push({ failure, label });
	};
	const atPoints: Labelled[] = [];
	for (const { id, failure, points } of report.variants) {
		add(failure, id);
		for (const point of points)
			if (point.failure) atPoints.push({ failure: point.failure, label: labelOf(id) });
	}
	// The points of a sweep often fail alike: one notice for each kind; the table has every point's own.
	for (const alike of Map.groupBy(atPoints, (labelled) => labelled.failure.kind).values()) {
		const [first] = alike;
		if (first) push(first.failure, alike.length === 1 ? first.label : placeOf(alike));
	}
	add(report.failure, undefined);
	return found;
}

/** Of failures at several points: which variant, where it is only one, and at how many. */
function placeOf(alike: readonly Labelled[]): string {
	const [label = '', ...others] = new Set(alike.map((labelled) => labelled.label));
	const points = `${alike.length} point${alike.length === 1 ? '' : 's'}`;
	return others.length > 0 || label === '' ? `At ${points}` : `${label}, at ${points}`;
}

/** A failure in one line: where, what happened, one thing to try. */
export const failureLine = ({ failure, label }: Labelled): string =>
	`${label ? `${label}: ` : ''}${failure.title} ${failure.hint}`.trim();

/** Messages that a card has of one failure, and characters of each. */
const mostMessages = 5;
const mostCharacters = 300;

/** What a compiler or a linker printed about a source: its first errors with their places, or the first lines of its text. */
export function messagesOf(failure: Failure): string[] {
	if (failure.kind !== 'compile-error') return [];
	const errors = failure.diagnostics.filter(({ severity }) => severity === 'error');
	const all =
		errors.length > 0
			? errors.map(({ line, column, severity, message }) =>
					[line && `line ${line}`, column && `column ${column}`]
						.filter(Boolean)
						.join(', ')
						.concat(line ? `: ${severity}: ${message}` : `${severity}: ${message}`)
				)
			: failure.text.split('\n').filter((line) => line.trim() !== '');
	return all
		.slice(0, mostMessages)
		.map((line) => (line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line));
}

/** Whether a compiler refused all sources of the run. Code that only could not be linked may still be listed. */
export const isUncompiled = ({ variants }: Pick<Report, 'variants'>): boolean =>
	variants.length > 0 && variants.every(({ failure }) => failure?.stage === 'compile');
