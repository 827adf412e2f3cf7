/** Folds the events of a run to its report, or checks a stored report: in a thread (`event-store.ts`). Pure. */
import { reportOf } from '@cyclelab/contract/measure/progress';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import type { Report } from '@cyclelab/contract/schema/report';

/** Events as pieces of UTF-8 each, or a report as JSON. `checked`: the schema of today checks the report, and fills it in. */
export type ReportQuestion = { checked: boolean } & ({ events: Uint8Array[][] } | { text: string });

/** The report as JSON, in UTF-8; undefined if the events do not begin one. */
export async function foldReport(
	question: ReportQuestion
): Promise<Uint8Array<ArrayBuffer> | undefined> {
	// The site stored these texts after parsing them with the schema of that day.
	const stored: Report | undefined =
		'text' in question
			? JSON.parse(question.text)
			: reportOf(
					question.events.map((pieces): RunEvent => JSON.parse(Buffer.concat(pieces).toString()))
				);
	const report = stored && question.checked ? await checked(stored) : stored;
	return report && new TextEncoder().encode(JSON.stringify(report));
}

/** Small reports are checked elsewhere, so the schema is imported for the first large one. */
async function checked(report: unknown): Promise<Report> {
	const { Report } = await import('@cyclelab/contract/schema/report');
	return Report.parse(report);
}
