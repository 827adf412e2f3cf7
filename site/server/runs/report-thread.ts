/** Shell: the thread that folds the events of runs to their reports, and checks reports (`reports.ts`). */
import { parentPort } from 'node:worker_threads';
import { reportOf } from '@cyclelab/runner/progress';
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { Report } from '@cyclelab/runner/schema/report';
import type { ReportAnswer, ReportOrder } from './reports.ts';

async function made(order: ReportOrder): Promise<Uint8Array<ArrayBuffer> | undefined> {
	// The site stored these texts after parsing them with the schema of that day.
	const stored: Report | undefined =
		'text' in order
			? JSON.parse(order.text)
			: reportOf(
					order.events.map((pieces): RunEvent => JSON.parse(Buffer.concat(pieces).toString()))
				);
	const report = stored && order.checked ? await checked(stored) : stored;
	return report && new TextEncoder().encode(JSON.stringify(report));
}

/** Small reports are checked elsewhere, so the schema is imported for the first large one. */
async function checked(report: unknown): Promise<Report> {
	const { Report } = await import('@cyclelab/runner/schema/report');
	return Report.parse(report);
}

parentPort?.on('message', async (order: ReportOrder) => {
	const { id } = order;
	try {
		const report = await made(order);
		const answer: ReportAnswer = { id, report };
		parentPort?.postMessage(answer, report ? [report.buffer] : []);
	} catch (error) {
		const answer: ReportAnswer = { id, failure: String(error) };
		parentPort?.postMessage(answer);
	}
});
