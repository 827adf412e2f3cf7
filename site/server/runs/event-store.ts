/**
 * Shell: the events of runs in PostgreSQL: all SQL statements about them, and the log that writes events and ends of runs in order
 * and asynchronously. Watchers get events first; the database follows within a tenth of a second, many events in one statement, and
 * catches up after it was unreachable. Reports are folded from the stored events.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import { fixed } from '../base/config.ts';
import type { Sql, Database } from '../store/database.ts';
import { isOver } from '../../shared/run-state.ts';
import { RunState } from '../../shared/schema.ts';
import type { Logger } from 'pino';
import type { Bus } from '../store/bus.ts';
import type { RemoteWatchers } from './remote-watchers.ts';
import { Report } from '@cyclelab/contract/schema/report';
import { openWorkerThread } from '../base/worker-thread.ts';
import type { ReportQuestion } from './report-thread.ts';

/** An event as it is stored and sent: its number in the run, its type, and its JSON, verbatim. */
export type StoredEvent = { seq: number; type: string; text: string };

const EventRow = z
	.object({ seq: z.int(), event: z.string() })
	.transform(({ seq, event }): StoredEvent => ({ seq, type: typeOf(event), text: event }));

/** Our own `JSON.stringify` of an event, so `type` is its first member. */
function typeOf(text: string): string {
	return /^\{"type":"([a-z]+)"/.exec(text)?.[1] ?? 'message';
}

/** Characters. */
const largeText = 256 * 1024;

/** Events of runs, and the final states of runs that are over, as they are stored together. */
type EventBatch = {
	events: readonly { run: string; seq: number; text: string }[];
	ends: readonly { run: string; state: RunState }[];
	/** Unstored runs that are over: their rows go. */
	gone?: readonly string[];
};

/**
 * Appends events and ends runs, in one statement unless an event is large. Events and ends of runs that `holder` does not hold
 * are dropped.
 */
export async function storeBatch(
	sql: Sql,
	{ events, ends, gone = [] }: EventBatch,
	holder: number
): Promise<void> {
	// As an element of an array a text is escaped character by character, which keeps this thread busy.
	const isLarge = events.some(({ text }) => text.length > largeText);
	if (isLarge) for (const event of events) await insertEvent(sql, event, holder);
	if (isLarge && ends.length + gone.length === 0) return;
	const small = isLarge ? [] : events;
	await sql.query(
		`with ended as (update cyclelab.runs r set state = e.state, holder = null, finished_at = now()
			from unnest($5::text[], $6::text[]) as e (run, state)
			where r.id = e.run and r.holder = $4 and r.state = 'running'),
		gone as (delete from cyclelab.runs where id = any($7) and holder = $4)
		insert into cyclelab.run_events (run, seq, event)
		select e.run, e.seq, e.event::json
		from unnest($1::text[], $2::int[], $3::text[]) as e (run, seq, event)
		join cyclelab.runs r on r.id = e.run and r.holder = $4 and r.state = 'running'
		on conflict do nothing`,
		[
			small.map(({ run }) => run),
			small.map(({ seq }) => seq),
			small.map(({ text }) => text),
			holder,
			ends.map(({ run }) => run),
			ends.map(({ state }) => state),
			gone
		]
	);
}

async function insertEvent(
	sql: Sql,
	{ run, seq, text }: EventBatch['events'][number],
	holder: number
): Promise<void> {
	await sql.query(
		`insert into cyclelab.run_events (run, seq, event)
		select id, $2, $3::json from cyclelab.runs
		where id = $1 and holder = $4 and state = 'running' on conflict do nothing`,
		[run, seq, text, holder]
	);
}

/** A text begins with the type of its event. Parsing it as JSON in SQL would fail on a learner's U+0000. */
const beginnings = ['started', 'moved'].map((type) => `{"type":"${type}"%`);
const Started = z.object({
	type: z.literal('started'),
	report: z.object({ runner: z.object({ id: z.string() }) })
});

/**
 * Appends a `moved` event that names the runner that began the run last. Returns the event's number; undefined if no
 * runner began the run since it last moved, because then no watcher saw a runner.
 */
export async function insertMoved(sql: Sql, id: string): Promise<number | undefined> {
	const [row] = await sql.query(
		`select event::text as event from cyclelab.run_events
		where run = $1 and event::text like any($2) order by seq desc limit 1`,
		[id, beginnings]
	);
	const last =
		row && Started.safeParse(JSON.parse(z.object({ event: z.string() }).parse(row).event));
	if (!last?.success) return undefined;
	const moved: RunEvent = { type: 'moved', from: last.data.report.runner.id };
	const [inserted] = await sql.query(
		`insert into cyclelab.run_events (run, seq, event)
		select $1, 1 + max(seq), $2::json from cyclelab.run_events where run = $1 returning seq`,
		[id, JSON.stringify(moved)]
	);
	return z.object({ seq: z.int() }).parse(inserted).seq;
}

export async function readEvents(sql: Sql, id: string, after: number): Promise<StoredEvent[]> {
	const rows = await sql.query(
		`select seq, event::text as event from cyclelab.run_events
		where run = $1 and seq > $2 order by seq`,
		[id, after]
	);
	return rows.map((row) => EventRow.parse(row));
}

const NewerRow = z.object({ run: z.string(), seq: z.int(), event: z.string() });

/** The events of several runs after a number in each, in order. */
export async function readNewerEvents(
	sql: Sql,
	positions: readonly { run: string; after: number }[]
): Promise<(StoredEvent & { run: string })[]> {
	const rows = await sql.query(
		`select run, seq, event::text as event from cyclelab.run_events
		join unnest($1::text[], $2::int[]) as p (of, after) on run = of and seq > after order by run, seq`,
		[positions.map(({ run }) => run), positions.map(({ after }) => after)]
	);
	return rows.map((row) => {
		const { run, seq, event } = NewerRow.parse(row);
		return { run, seq, type: typeOf(event), text: event };
	});
}

/** Pause between two readings of a history that is not complete yet, ms. */
const againMs = 50;

/**
 * All events of a run. The store is read again until it has as many as wanted or the run is over. After `fixed.lastEventMs` the
 * events are returned that there are.
 */
export async function readEventsUpTo(
	sql: Sql,
	id: string,
	wanted: () => number
): Promise<StoredEvent[]> {
	const events = await readEvents(sql, id, 0);
	const isWhole = () => events.length >= wanted() || isOver(events.at(-1)?.type ?? '');
	for (const until = performance.now() + fixed.lastEventMs; !isWhole(); await pause(againMs)) {
		events.push(...(await readEvents(sql, id, events.length)));
		if (isWhole() || performance.now() > until) break;
	}
	return events;
}

/** Bytes of an event that the main thread decodes at once. */
const pieceBytes = 512 * 1024;

/** A stored event whose text is in pieces of UTF-8. */
export type EventInPieces = { seq: number; type: string; pieces: Buffer[] };

const PieceRow = z.object({ seq: z.int(), at: z.int(), piece: z.instanceof(Buffer) });

/** An event whose text is there as a whole. */
export function inPieces(seq: number, text: Buffer): EventInPieces {
	const pieces = Array.from({ length: Math.ceil(text.length / pieceBytes) }, (_, at) =>
		text.subarray(at * pieceBytes, (at + 1) * pieceBytes)
	);
	return { seq, type: typeOf(text.toString('utf8', 0, 64)), pieces };
}

/** All events of a run that the database has. */
export const readEventsInPieces = (sql: Sql, id: string): Promise<EventInPieces[]> =>
	readPieces(sql, id, 'from cyclelab.run_events where run = $1');

/**
 * The database sends a large event as several rows, which arrive in several turns of the event loop: as one text, 10 MiB
 * keep the main thread busy for some 30 ms.
 * @param which of the events of the run $1, as SQL
 */
async function readPieces(sql: Sql, id: string, which: string): Promise<EventInPieces[]> {
	const rows = await sql.query(
		`with texts as materialized (select seq, convert_to(event::text, 'UTF8') as bytes ${which})
		select seq, at, substring(bytes from at * $2::int + 1 for $2::int) as piece
		from texts, generate_series(0, (octet_length(bytes) - 1) / $2::int) as at`,
		[id, pieceBytes]
	);
	// Sorting in the database would copy the pieces.
	const pieces = z
		.array(PieceRow)
		.parse(rows)
		.sort((a, b) => a.seq - b.seq || a.at - b.at);
	const events: EventInPieces[] = [];
	for (const { seq, at, piece } of pieces)
		if (at === 0)
			events.push({ seq, type: typeOf(piece.toString('utf8', 0, 64)), pieces: [piece] });
		else events.at(-1)?.pieces.push(piece);
	return events;
}

/** The events that give a run's report: from its last start. */
const ofReport = `from cyclelab.run_events where run = $1 and seq >= (
	select coalesce(max(seq), 1) from cyclelab.run_events
	where run = $1 and event::text like '{"type":"started"%')`;

/** The events that give a run's report. */
const readEventsOfReport = (sql: Sql, id: string): Promise<EventInPieces[]> =>
	readPieces(sql, id, ofReport);

/** Bytes of the events that give a run's report; the events are not read. */
async function readBytesOfReport(sql: Sql, id: string): Promise<number> {
	const sum = `select coalesce(sum(octet_length(event::text)), 0)::int as bytes ${ofReport}`;
	const [row] = await sql.query(sum, [id]);
	return z.object({ bytes: z.int() }).parse(row).bytes;
}

/** The last event of a run; undefined if there is none. */
export async function readLastEvent(sql: Sql, id: string): Promise<string | undefined> {
	const [row] = await sql.query(
		`select seq, event::text as event from cyclelab.run_events
		where run = $1 order by seq desc limit 1`,
		[id]
	);
	return row && EventRow.parse(row).text;
}

/** The final state of a run by its history, whatever its row contains; undefined if it is active. */
export async function readEnding(sql: Sql, id: string): Promise<RunState | undefined> {
	const type = typeOf((await readLastEvent(sql, id)) ?? '');
	return isOver(type) ? RunState.parse(type) : undefined;
}

type LogEntry =
	| { kind: 'event'; run: string; seq: number; text: string }
	| { kind: 'end'; run: string; state: RunState; done: () => void }
	/** An unstored run that had a row is over. */
	| { kind: 'gone'; run: string; done: () => void }
	/** Any other action that must follow the entries written before. */
	| { kind: 'then'; act: () => Promise<void> };

export type EventLog = {
	write: (entry: LogEntry) => void;
	/** Resolves when everything written so far, about this run or about all, is in the store. */
	drained: (run?: string) => Promise<void>;
	/** Number of entries that are not in the store yet. */
	behind: () => number;
};

const retryMs = 250;
/**
 * Time in which events are gathered for one statement, ms. They are stored at once when a run ends, somebody reads the
 * store, or another site process watches the run.
 */
const gatherMs = 50;

export function openEventLog(
	database: Database,
	bus: Bus,
	remoteWatchers: Pick<RemoteWatchers, 'has'>,
	log: Logger
): EventLog {
	const entries: LogEntry[] = [];
	const { instance } = database.session;
	let waiting: { past: number; resolve: () => void }[] = [];
	let written = 0;
	let stored = 0;
	/** Entries that are no events. */
	let pressing = 0;
	let running = false;
	let gathering: NodeJS.Timeout | undefined;

	/** Stores the entries up to the next action, or performs the action. Returns what it stored. */
	async function apply(): Promise<LogEntry[]> {
		const at = entries.findIndex(({ kind }) => kind === 'then');
		const batch = entries.slice(0, at < 0 ? entries.length : Math.max(1, at));
		const events = batch.filter((entry) => entry.kind === 'event');
		const ends = batch.filter((entry) => entry.kind === 'end');
		const gone = batch.filter((entry) => entry.kind === 'gone');
		if (events.length + ends.length + gone.length > 0)
			await storeBatch(database, { events, ends, gone: gone.map(({ run }) => run) }, instance);
		for (const run of new Set(events.map((event) => event.run)))
			if (remoteWatchers.has(run)) bus.publish({ kind: 'events', run });
		for (const { done } of [...ends, ...gone]) done();
		for (const entry of batch) if (entry.kind === 'then') await entry.act();
		return batch;
	}

	async function run(): Promise<void> {
		do {
			try {
				const batch = await apply();
				entries.splice(0, batch.length);
				stored += batch.length;
				pressing -= batch.filter(({ kind }) => kind !== 'event').length;
				const ready = waiting.filter((waiter) => waiter.past <= stored);
				waiting = waiting.filter((waiter) => waiter.past > stored);
				ready.forEach((waiter) => waiter.resolve());
			} catch (error) {
				log.error(
					{ err: error, waiting: entries.length },
					'the store does not take events; trying again'
				);
				await new Promise((resolve) => setTimeout(resolve, retryMs));
			}
		} while (isUrgent());
		running = false;
		schedule();
	}

	const isUrgent = () =>
		pressing > 0 ||
		(waiting.length > 0 && entries.length > 0) ||
		entries.some((entry) => entry.kind === 'event' && remoteWatchers.has(entry.run));

	const begin = () => {
		clearTimeout(gathering);
		gathering = undefined;
		if (running) return;
		running = true;
		// after this turn of the event loop, to batch entries written in the same turn
		setImmediate(run);
	};
	const schedule = () => {
		if (isUrgent()) begin();
		else if (entries.length > 0 && !running) gathering ??= setTimeout(begin, gatherMs);
	};

	return {
		write: (entry) => {
			entries.push(entry);
			written++;
			if (entry.kind !== 'event') pressing++;
			schedule();
		},
		drained: async (run) => {
			if (!entries.some((entry) => run === undefined || concerns(entry, run))) return;
			const { promise, resolve } = Promise.withResolvers<void>();
			waiting.push({ past: written, resolve });
			schedule();
			await promise;
		},
		behind: () => written - stored
	};
}

/** An action may concern any run. */
function concerns(entry: LogEntry, run: string): boolean {
	return entry.kind === 'then' || entry.run === run;
}

/**
 * The reports of finished runs. A report may have 10 MiB, so a thread folds it, and checks it by the schema of today, and no other
 * request waits for that.
 */
export type Reports = {
	/** All events of a run, wherever they are. */
	events: (run: string) => Promise<EventInPieces[]>;
	/** A finished run's report as JSON, in pieces; undefined if the run has not finished. */
	json: (run: string) => Promise<Buffer[] | undefined>;
	/** The same, checked and parsed; without the report if that has more than `mostBytes` of JSON. */
	read: (run: string, mostBytes: number) => Promise<{ report: Report | undefined } | undefined>;
	/** A stored report, checked and parsed. Rejects if it is not a report. */
	parse: (text: string) => Promise<Report>;
	close: () => Promise<void>;
};

/** A place that is measured again has its event again: a run's events are at most this many times its report. */
const mostRepetition = 4;
/** Smaller reports are checked in the main thread, in some 3 ms: starting the thread takes longer. Bytes of JSON. */
const smallBytes = 128 * 1024;
/** The thread ends after this time without an order, ms. */
const idleMs = 60_000;

/** The events of runs that the database has no longer (`moved-events.ts`). */
export type EventsElsewhere = {
	/** All events of a run that was moved; undefined if it was not. Throws a sentence if they cannot be had. */
	read: (run: string) => Promise<EventInPieces[] | undefined>;
	/** Bytes of its events; undefined if it was not moved. */
	bytes: (run: string) => Promise<number | undefined>;
};

export function openReports(database: Sql, moved?: EventsElsewhere): Reports {
	const thread = openWorkerThread<ReportQuestion, Uint8Array<ArrayBuffer> | undefined>(
		new URL('./report-thread.ts', import.meta.url),
		'foldReport',
		'folds reports',
		idleMs
	);
	async function folded(question: ReportQuestion): Promise<Buffer | undefined> {
		const report = await thread.ask(question);
		return report && Buffer.from(report.buffer, report.byteOffset, report.byteLength);
	}

	async function finished(run: string): Promise<Buffer[][] | undefined> {
		let events = await readEventsOfReport(database, run);
		if (events.length === 0) {
			const all = (await moved?.read(run)) ?? [];
			const start = all.findLastIndex(({ type }) => type === 'started');
			events = all.slice(Math.max(0, start));
		}
		return events.at(-1)?.type === 'finished' ? events.map(({ pieces }) => pieces) : undefined;
	}

	async function parse(text: string): Promise<Report> {
		if (text.length <= smallBytes) return Report.parse(JSON.parse(text));
		const bytes = await folded({ text, checked: true });
		if (!bytes) throw new Error('A stored report is empty.');
		return JSON.parse(bytes.toString());
	}

	return {
		events: async (run) => {
			const stored = await readEventsInPieces(database, run);
			return stored.length > 0 ? stored : ((await moved?.read(run)) ?? []);
		},
		json: async (run) => {
			const events = await finished(run);
			if (!events) return undefined;
			const bytes = await folded({ events, checked: false });
			return bytes && [bytes];
		},
		read: async (run, mostBytes) => {
			const sum = (await readBytesOfReport(database, run)) || ((await moved?.bytes(run)) ?? 0);
			if (sum > mostRepetition * mostBytes) return { report: undefined };
			const events = await finished(run);
			if (!events) return undefined;
			const checked = sum > smallBytes;
			const bytes = await folded({ events, checked });
			if (!bytes) return undefined;
			if (bytes.length > mostBytes) return { report: undefined };
			const report: Report = JSON.parse(bytes.toString());
			return { report: checked ? report : Report.parse(report) };
		},
		parse,
		close: thread.end
	};
}
