/**
 * Shell: notes about ended runs for operators: the duration of their stages, failures, and sample counts. Notes are batched
 * in memory, so that no run waits for them. They contain nothing a learner wrote.
 */
import { apply } from '@cyclelab/contract/measure/progress';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import type { Report } from '@cyclelab/contract/schema/report';
import { metricsOf, type ReportMetrics } from '@cyclelab/contract/measure/report-metrics';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../store/database.ts';
import type { Hub } from '../runs/events.ts';
import type { UnstoredRuns } from '../runs/unstored.ts';
import { lightEvent } from '../runs/light-event.ts';
import { afterEvent, taken, timesOf, type RunTimes, type Timing } from './run-times.ts';
import { isOver } from '../../shared/run-state.ts';
import { RunState } from '../../shared/schema.ts';

export type EndedRun = RunTimes &
	ReportMetrics & {
		run: string;
		state: RunState;
		/** Code of our own failure. */
		code?: string;
	};

type EndedRuns = {
	/** Wraps the hub to record the times of published events. */
	listen: (hub: Hub) => Hub;
	/** Number of active runs of this process. */
	count: () => number;
	/** Writes the remaining notes, and stops the timer. */
	close: () => Promise<void>;
};

/** Interval at which notes are written, ms; a process that is killed loses the notes since the last write. */
const pauseMs = 500;
/** Largest number of notes kept in memory while the store is unreachable. */
const mostKept = 10_000;

type Note = { ended: EndedRun; takenAt: number };
/** An active run: its times, and its report so far without code, text and raw samples. */
type Progress = { timing: Timing; report: Report | undefined };

/** Of a run without a report. */
const nothing: ReportMetrics = { failures: [], samples: { accepted: 0, rejected: 0 } };

/**
 * @param onStored called for every note once it is stored, and of an unstored run, with the time from acceptance to leaving the queue, ms
 * @param onReport called with the report of every finished run, without code, text and raw samples
 */
export function openEndedRuns(
	database: Database,
	onStored: (ended: EndedRun, queue: string, queueMs: number) => void,
	onReport: (report: Report) => void,
	log: Logger,
	unstored: Pick<UnstoredRuns, 'active'>
): EndedRuns {
	const active = new Map<string, Progress>();
	let notes: Note[] = [];
	let timer: NodeJS.Timeout | undefined;
	let writing: Promise<void> = Promise.resolve();

	const note = (run: string, { timing, report }: Progress, event: RunEvent) => {
		const code = event.type === 'failed' ? { code: event.code } : {};
		const state = RunState.parse(event.type);
		const metrics = state === 'finished' && report ? metricsOf(report) : nothing;
		const ended = { run, state, ...code, ...timesOf(timing), ...metrics };
		const typed = unstored.active(run);
		if (typed) onStored(ended, typed.run.queue, timing.takenAt - typed.since);
		else {
			notes = [...notes, { ended, takenAt: timing.takenAt }].slice(-mostKept);
			timer ??= setTimeout(() => (writing = write()), pauseMs).unref();
		}
		if (state === 'finished' && report) onReport(report);
	};

	async function write(): Promise<void> {
		timer = undefined;
		const written = notes;
		if (written.length === 0) return;
		notes = [];
		try {
			const queued = await insertEnded(database, written);
			for (const { ended } of written) {
				const { queue, queueMs } = queued.get(ended.run) ?? {};
				if (queue !== undefined && queueMs !== undefined) onStored(ended, queue, queueMs);
			}
		} catch (error) {
			log.warn({ err: error }, 'notes of ended runs are written later');
			notes = [...written, ...notes].slice(-mostKept);
			timer ??= setTimeout(() => (writing = write()), 4 * pauseMs).unref();
		}
	}

	return {
		listen: (hub) => ({
			...hub,
			hold: (run, history) => {
				active.set(run, { timing: taken(performance.now()), report: undefined });
				hub.hold(run, history);
			},
			release: (run) => {
				active.delete(run);
				hub.release(run);
			},
			lose: (run) => {
				active.delete(run);
				hub.lose(run);
			},
			publish: (run, event, text) => {
				const before = active.get(run);
				if (before) {
					const timing = afterEvent(before.timing, event, performance.now());
					const progress = { timing, report: apply(before.report, lightEvent(event)) };
					active.set(run, progress);
					if (isOver(event.type)) {
						active.delete(run);
						note(run, progress, event);
					}
				}
				hub.publish(run, event, text);
			}
		}),
		count: () => active.size,
		close: async () => {
			clearTimeout(timer);
			timer = undefined;
			await writing;
			await write();
			clearTimeout(timer);
		}
	};
}

const Stored = z.object({ run: z.string(), queue: z.string(), queue_ms: z.number() });

/**
 * The time in the queue is the time since acceptance on the database's clock, less the time since the start on our own
 * clock: times of two clocks that may differ are never subtracted from each other.
 */
async function insertEnded(database: Database, notes: Note[]) {
	const now = performance.now();
	const all = notes.map(({ ended }) => ended);
	const rows = await database.query(
		`insert into cyclelab.ended_runs
			(run, queue, state, code, failures, accepted, rejected, queue_ms, pick_up_ms, inspect_ms, to_core_ms, measure_ms)
		select r.id, r.queue, e.state, e.code, string_to_array(nullif(e.failures, ''), ','), e.accepted, e.rejected,
			greatest(0, extract(epoch from clock_timestamp() - r.created_at) * 1000 - e.since_taken),
			e.pick_up, e.inspect, e.to_core, e.measure
		from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::float8[],
			$8::float8[], $9::float8[], $10::float8[], $11::float8[])
			as e (run, state, code, failures, accepted, rejected, since_taken, pick_up, inspect, to_core, measure)
		join cyclelab.runs r on r.id = e.run
		on conflict (run) do nothing
		returning run, queue, queue_ms`,
		[
			all.map(({ run }) => run),
			all.map(({ state }) => state),
			all.map(({ code }) => code ?? null),
			all.map(({ failures }) => failures.join(',')),
			all.map(({ samples }) => samples.accepted),
			all.map(({ samples }) => samples.rejected),
			notes.map(({ takenAt }) => now - takenAt),
			all.map((endedRun) => endedRun.pickUpMs ?? null),
			all.map((endedRun) => endedRun.inspectMs ?? null),
			all.map((endedRun) => endedRun.toCoreMs ?? null),
			all.map((endedRun) => endedRun.measureMs ?? null)
		]
	);
	const stored = z.array(Stored).parse(rows);
	return new Map(stored.map(({ run, queue, queue_ms }) => [run, { queue, queueMs: queue_ms }]));
}
