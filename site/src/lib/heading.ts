/** The one sentence above the comparison. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/runner/schema/report';
import { words } from './strings.ts';

export function headingOf(facts: Facts, report: Report | undefined): string {
	const text = report ? headingOfRun(report) : headingBefore(facts);
	return text.endsWith('.') ? text : `${text}.`;
}

function headingOfRun(report: Report): string {
	if (report.summary) return report.summary;
	if (!report.finishedAt) return words.whileRunning;
	const failed = report.failure ?? report.variants.find(({ failure }) => failure);
	const measured = report.variants.some(({ points }) => points.length > 0);
	return failed || measured ? words.noSummary : words.inspectedOnly(report.target);
}

const headingBefore = ({ documented }: Facts) =>
	documented.length > 0 ? words.beforeRun : words.beforeRunNothing;
