/** Shell: what runs said, in PostgreSQL. Every statement about it stands here. */
import { z } from 'zod';
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { Sql } from './database.ts';
import { isEnding } from './frames.ts';
import { RunState } from './schema.ts';

/** An event as it is kept and sent: its place in the run, its type, and its JSON, verbatim. */
export type StoredEvent = { seq: number; type: string; text: string };

const EventRow = z
	.object({ seq: z.int(), event: z.string() })
	.transform(({ seq, event }): StoredEvent => ({ seq, type: typeOf(event), text: event }));

/** Our own `JSON.stringify` of an event, so `type` is its first member. */
function typeOf(text: string): string {
	return /^\{"type":"([a-z]+)"/.exec(text)?.[1] ?? 'message';
}

/** Appends events of runs this process speaks for; those of other runs are dropped. */
export async function insertEvents(
	sql: Sql,
	events: { run: string; seq: number; text: string }[],
	holder: number
): Promise<void> {
	await sql.query(
		`insert into cyclelab.run_events (run, seq, event)
		select e.run, e.seq, e.event::json
		from unnest($1::text[], $2::int[], $3::text[]) as e (run, seq, event)
		join cyclelab.runs r on r.id = e.run and r.holder = $4 and r.state = 'running'
		on conflict do nothing`,
		[events.map((e) => e.run), events.map((e) => e.seq), events.map((e) => e.text), holder]
	);
}

/** A text begins with the type of its event; looking into it would stumble over a learner's U+0000. */
const beginnings = ['started', 'moved'].map((type) => `{"type":"${type}"%`);
const Started = z.object({
	type: z.literal('started'),
	report: z.object({ runner: z.object({ id: z.string() }) })
});

/**
 * Says of a run that it moves, after the runner that began it last. Returns the number of that event; undefined if the
 * store knows of no runner that had it since it last moved, so that nobody was told.
 */
export async function tellMoved(sql: Sql, id: string): Promise<number | undefined> {
	const [row] = await sql.query(
		`select event::text as event from cyclelab.run_events
		where run = $1 and event::text like any($2) order by seq desc limit 1`,
		[id, beginnings]
	);
	const last =
		row && Started.safeParse(JSON.parse(z.object({ event: z.string() }).parse(row).event));
	if (!last?.success) return undefined;
	const moved: RunEvent = { type: 'moved', from: last.data.report.runner.id };
	const [told] = await sql.query(
		`insert into cyclelab.run_events (run, seq, event)
		select $1, 1 + max(seq), $2::json from cyclelab.run_events where run = $1 returning seq`,
		[id, JSON.stringify(moved)]
	);
	return z.object({ seq: z.int() }).parse(told).seq;
}

export async function readEvents(sql: Sql, id: string, after: number): Promise<StoredEvent[]> {
	const rows = await sql.query(
		`select seq, event::text as event from cyclelab.run_events
		where run = $1 and seq > $2 order by seq`,
		[id, after]
	);
	return z.array(EventRow).parse(rows);
}

export async function readLastEvent(sql: Sql, id: string): Promise<string | undefined> {
	const [row] = await sql.query(
		`select event::text as event from cyclelab.run_events
		where run = $1 order by seq desc limit 1`,
		[id]
	);
	return row && z.object({ event: z.string() }).parse(row).event;
}

/** How a run ended by its history, whatever its row says; undefined if it goes on. */
export async function readEnding(sql: Sql, id: string): Promise<RunState | undefined> {
	const type = typeOf((await readLastEvent(sql, id)) ?? '');
	return isEnding(type) ? RunState.parse(type) : undefined;
}
