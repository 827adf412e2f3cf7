/** The sentence above a single report's comparison. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/runner/schema/report';
import { compareWords } from './compare-words.ts';
import { runWords } from '../run/run-words.ts';

/** @param withheld the document's figures are shown after the prediction */
export function headingOf(
	facts: Facts,
	report: Report | undefined,
	withheld: boolean = false
): string {
	const before = withheld ? compareWords.beforeGuess : headingBefore(facts);
	const text = report ? headingOfRun(report) : before;
	return text.endsWith('.') ? text : `${text}.`;
}

function headingOfRun(report: Report): string {
	if (report.summary) return report.summary;
	if (!report.finishedAt) return compareWords.whileRunning;
	const failed = report.failure ?? report.variants.find(({ failure }) => failure);
	const measured = report.variants.some(({ points }) => points.length > 0);
	return failed || measured ? compareWords.noSummary : runWords.inspectedOnly(report.target);
}

const headingBefore = ({ documented, free }: Facts) =>
	free
		? compareWords.beforeRunFree
		: documented.length > 0
			? compareWords.beforeRun
			: compareWords.beforeRunNothing;
