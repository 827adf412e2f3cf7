/** Shell: the thread that folds the events of runs to their reports (`reports.ts`). */
import { parentPort } from 'node:worker_threads';
import { reportOf } from '@cyclelab/runner/progress';
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { ReportAnswer, ReportOrder } from './reports.ts';

parentPort?.on('message', ({ id, events }: ReportOrder) => {
	// The site stored these texts after parsing them with the schema.
	const report = reportOf(
		events.map((pieces): RunEvent => JSON.parse(Buffer.concat(pieces).toString()))
	);
	const bytes = report && new TextEncoder().encode(JSON.stringify(report));
	const answer: ReportAnswer = { id, report: bytes };
	parentPort?.postMessage(answer, bytes ? [bytes.buffer] : []);
});
