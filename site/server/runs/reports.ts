/**
 * Shell: the reports of finished runs, folded from their stored events. A report may have 10 MiB, so a thread folds it, and
 * checks it by the schema of today, and no other request waits for that.
 */
import { Report } from '@cyclelab/runner/schema/report';
import { openAskedThread } from '../base/asked-thread.ts';
import type { Sql } from '../store/database.ts';
import { readBytesOfReport, readEventsOfReport } from './event-store.ts';

export type Reports = {
	/** A finished run's report as JSON, in pieces; undefined if the run has not finished. */
	json: (run: string) => Promise<Buffer[] | undefined>;
	/** The same, checked and parsed; `too large` if it has more than `mostBytes` of JSON. */
	read: (run: string, mostBytes: number) => Promise<Report | 'too large' | undefined>;
	/** A stored report, checked and parsed. Rejects if it is not a report. */
	parse: (text: string) => Promise<Report>;
	close: () => Promise<void>;
};

/** To the thread: events as pieces of UTF-8 each, or a report as JSON; whether the schema checks the report and fills it in. */
type ReportQuestion = { checked: boolean } & ({ events: Uint8Array[][] } | { text: string });
export type ReportOrder = { id: number } & ReportQuestion;
/** From the thread: the report as JSON, in UTF-8; absent if the events do not begin one. */
export type ReportAnswer = { id: number } & (
	| { report: Uint8Array | undefined }
	| { failure: string }
);

/** A place that is measured again has its event again: a run's events are at most this many times its report. */
const mostRepetition = 4;
/** Smaller reports are checked in the main thread, in some 3 ms: starting the thread takes longer. Bytes of JSON. */
const smallBytes = 128 * 1024;
/** The thread ends after this time without an order, ms. */
const idleMs = 60_000;

/** `{"type":"finished","report":…}`: the end of a run of an earlier version of the runner, which has the whole report. */
const earlierEnd = '{"type":"finished","report":';

/** The report within such an end; undefined for another end. */
function reportOfEarlierEnd([first, ...others]: readonly Buffer[]): Buffer[] | undefined {
	if (first?.toString('utf8', 0, earlierEnd.length) !== earlierEnd) return undefined;
	const pieces = [first.subarray(earlierEnd.length), ...others];
	const end = pieces.pop();
	return end && [...pieces, end.subarray(0, -1)];
}

export function openReports(database: Sql): Reports {
	const thread = openAskedThread<ReportQuestion, Buffer | undefined>(
		new URL('./report-thread.ts', import.meta.url),
		'folds reports',
		(posted) => {
			const answer = posted as ReportAnswer;
			if ('failure' in answer) throw new Error(answer.failure);
			const { report } = answer;
			return report && Buffer.from(report.buffer, report.byteOffset, report.byteLength);
		},
		idleMs
	);

	async function finished(run: string): Promise<Buffer[][] | undefined> {
		const events = await readEventsOfReport(database, run);
		return events.at(-1)?.type === 'finished' ? events.map(({ pieces }) => pieces) : undefined;
	}

	async function parse(text: string): Promise<Report> {
		if (text.length <= smallBytes) return Report.parse(JSON.parse(text));
		const bytes = await thread.ask({ text, checked: true });
		if (!bytes) throw new Error('A stored report is empty.');
		return JSON.parse(bytes.toString());
	}

	return {
		json: async (run) => {
			const events = await finished(run);
			if (!events) return undefined;
			const earlier = reportOfEarlierEnd(events.at(-1) ?? []);
			if (earlier) return earlier;
			const bytes = await thread.ask({ events, checked: false });
			return bytes && [bytes];
		},
		read: async (run, mostBytes) => {
			const sum = await readBytesOfReport(database, run);
			if (sum > mostRepetition * mostBytes) return 'too large';
			const events = await finished(run);
			if (!events) return undefined;
			const earlier = reportOfEarlierEnd(events.at(-1) ?? []);
			const checked = sum > smallBytes;
			const question = earlier ? { text: Buffer.concat(earlier).toString() } : { events };
			const bytes = await thread.ask({ ...question, checked });
			if (!bytes) return undefined;
			if (bytes.length > mostBytes) return 'too large';
			const report: Report = JSON.parse(bytes.toString());
			return checked ? report : Report.parse(report);
		},
		parse,
		close: thread.end
	};
}
