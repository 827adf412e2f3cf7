/** Shell: the events of runs in PostgreSQL. All SQL statements about them are in this file. */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { RunEvent } from '@cyclelab/runner/schema/job';
import { fixed } from '../base/config.ts';
import type { Sql } from '../store/database.ts';
import { isOver } from '../../shared/run-state.ts';
import { RunState } from '../../shared/schema.ts';

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

/** Appends events of runs that this process holds; events of other runs are dropped. */
export async function insertEvents(
	sql: Sql,
	events: { run: string; seq: number; text: string }[],
	holder: number
): Promise<void> {
	if (events.length === 0) return;
	const large = events.filter(({ text }) => text.length > largeText);
	if (large.length > 0 && events.length > 1) {
		// As an element of an array a text is escaped character by character, which keeps this thread busy.
		for (const one of events) await insertEvents(sql, [one], holder);
		return;
	}
	const [only] = large;
	if (only) {
		await sql.query(
			`insert into cyclelab.run_events (run, seq, event)
			select id, $2, $3::json from cyclelab.runs
			where id = $1 and holder = $4 and state = 'running' on conflict do nothing`,
			[only.run, only.seq, only.text, holder]
		);
		return;
	}
	await sql.query(
		`insert into cyclelab.run_events (run, seq, event)
		select e.run, e.seq, e.event::json
		from unnest($1::text[], $2::int[], $3::text[]) as e (run, seq, event)
		join cyclelab.runs r on r.id = e.run and r.holder = $4 and r.state = 'running'
		on conflict do nothing`,
		[events.map((e) => e.run), events.map((e) => e.seq), events.map((e) => e.text), holder]
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

/** All events of a run. */
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

/**
 * The events that give a run's report: from its last start, or only the end of a run of an earlier version of the runner,
 * which has the whole report.
 */
const ofReport = `from cyclelab.run_events where run = $1 and seq >= (
	select coalesce(max(seq), 1) from cyclelab.run_events
	where run = $1 and event::text like any(array['{"type":"started"%', '{"type":"finished","report":%']))`;

/** The events that give a run's report. */
export const readEventsOfReport = (sql: Sql, id: string): Promise<EventInPieces[]> =>
	readPieces(sql, id, ofReport);

/** Bytes of the events that give a run's report; the events are not read. */
export async function readBytesOfReport(sql: Sql, id: string): Promise<number> {
	const sum = `select coalesce(sum(octet_length(event::text)), 0)::int as bytes ${ofReport}`;
	const [row] = await sql.query(sum, [id]);
	return z.object({ bytes: z.int() }).parse(row).bytes;
}

/** The last event of a run; undefined if there is none. An end of an earlier version may have 10 MiB. */
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
