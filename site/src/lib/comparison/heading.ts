/** The sentence above a single report's comparison. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/contract/schema/report';
import { isUncompiled } from '../../../shared/failures.ts';
import { headingBefore } from './heading-before.ts';
import { number } from '../ui/format.ts';
import { isChecked } from './rows.ts';

export function headingOf(facts: Facts, report: Report | undefined): string {
	const text = report ? headingOfRun(facts, report) : headingBefore(facts);
	return text.endsWith('.') ? text : `${text}.`;
}

function headingOfRun(facts: Facts, report: Report): string {
	if (report.summary) return report.summary;
	if (!report.finishedAt)
		return isBeingChecked(report)
			? 'The numbers are there and are being checked: another process observes a run that is timed'
			: 'The numbers arrive';
	if (isUncompiled(report))
		return report.variants.length === 1
			? 'The code did not compile'
			: 'None of the sources compiled';
	const failed = report.failure ?? report.variants.find(({ failure }) => failure);
	const measured = report.variants.some(({ points }) => points.length > 0);
	return (
		ofSizes(facts, report) ??
		(failed || measured
			? 'The run ended without a comparison'
			: `Counted and predicted for ${report.target}, not measured here`)
	);
}

/** Of one kernel in free play, measured at several sizes. */
function ofSizes({ free, variants }: Facts, { variants: [only, second] }: Report) {
	const cycles = (only?.points ?? []).flatMap(
		({ measured }) => measured?.cyclesPerIteration.median ?? []
	);
	if (!free || second || cycles.length < 2) return undefined;
	const label = variants.find(({ id }) => id === only?.id)?.label;
	const [least, most] = [number(Math.min(...cycles)), number(Math.max(...cycles))];
	return least === most
		? `“${label}” takes ${least} cycles an iteration here, at each size`
		: `“${label}” takes ${least} to ${most} cycles an iteration here, by its size`;
}

/** Everything is measured, and the observer's answer about changed code is missing. */
function isBeingChecked(report: Report): boolean {
	const points = report.variants.flatMap((variant) => variant.points);
	return (
		points.length > 0 &&
		points.every(({ ongoing }) => !ongoing) &&
		report.variants.every(({ points, failure }) => failure || points.length > 0) &&
		report.variants.some((variant) => variant.points.length > 0 && isChecked(report, variant))
	);
}
