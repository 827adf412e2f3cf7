/**
 * Shell: the reports of finished runs, folded from their stored events. A report may have 10 MiB, so a thread folds it and
 * no request waits for that.
 */
import { Report } from '@cyclelab/runner/schema/report';
import { openAskedThread } from '../base/asked-thread.ts';
import type { Sql } from '../store/database.ts';
import { readBytesOfReport, readEventsOfReport } from './event-store.ts';

export type Reports = {
	/** A finished run's report as JSON, in pieces; undefined if the run has not finished. */
	json: (run: string) => Promise<Buffer[] | undefined>;
	/** The same, parsed; `too large` if it has more than `mostBytes` of JSON. */
	read: (run: string, mostBytes: number) => Promise<Report | 'too large' | undefined>;
	close: () => Promise<void>;
};

/** To the thread, each event as pieces of UTF-8, and back. */
export type ReportOrder = { id: number; events: Uint8Array[][] };
export type ReportAnswer = { id: number; report: Uint8Array | undefined };

/** A place that is measured again has its event again: a run's events are at most this many times its report. */
const mostRepetition = 4;
/** The thread ends after this time without an order, ms. */
const idleMs = 60_000;

/** `{"type":"finished","report":…}`: the end of a run of an earlier version of the runner, which has the whole report. */
const earlierEnd = '{"type":"finished","report":';

export function openReports(database: Sql): Reports {
	const thread = openAskedThread<Omit<ReportOrder, 'id'>, ReportAnswer['report']>(
		new URL('./report-thread.ts', import.meta.url),
		'folds reports',
		(posted) => (posted as ReportAnswer).report,
		idleMs
	);

	async function json(run: string): Promise<Buffer[] | undefined> {
		const events = await readEventsOfReport(database, run);
		const last = events.at(-1);
		const [first, ...others] = last?.pieces ?? [];
		if (last?.type !== 'finished' || !first) return undefined;
		if (first.toString('utf8', 0, earlierEnd.length) === earlierEnd) {
			const pieces = [first.subarray(earlierEnd.length), ...others];
			const end = pieces.pop();
			return end && [...pieces, end.subarray(0, -1)];
		}
		const bytes = await thread.ask({ events: events.map(({ pieces }) => pieces) });
		return bytes && [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)];
	}

	return {
		json,
		read: async (run, mostBytes) => {
			if ((await readBytesOfReport(database, run)) > mostRepetition * mostBytes) return 'too large';
			const pieces = await json(run);
			if (!pieces) return undefined;
			if (pieces.reduce((sum, { length }) => sum + length, 0) > mostBytes) return 'too large';
			return Report.parse(JSON.parse(Buffer.concat(pieces).toString()));
		},
		close: thread.end
	};
}
