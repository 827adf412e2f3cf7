/** Shell: sends finished runs as their stored text, without parsing or serialising it. */
import type { Loaded } from './bodies.ts';
import type { Sql } from '../store/database.ts';
import { frameOf, marked, opening, type Place } from '../runs/frames.ts';
import { readEvents, readLast } from '../runs/event-store.ts';
import { notFound } from '../base/errors.ts';
import type { RunView } from '../../shared/schema.ts';

/** The beginning of a last event's text, which this site serialised. */
const beginning = '{"type":"finished","report":';

/** A finished run as `RunView`. */
export async function loadRun(sql: Sql, head: RunView): Promise<Loaded<undefined>> {
	const last = await readLast(sql, head.id);
	if (last?.type !== 'finished' || !last.text.startsWith(beginning)) throw notFound('report');
	const before = JSON.stringify(head).slice(0, -1);
	return {
		// The event's last brace closes the response.
		parts: [Buffer.from(`${before},"report":`), Buffer.from(last.text.slice(beginning.length))],
		meta: undefined
	};
}

/** The last event of a finished run as a stream. */
export async function loadEnd(sql: Sql, id: string): Promise<Loaded<undefined>> {
	const last = await readLast(sql, id);
	if (!last) throw notFound('run');
	// Its id should have the mark of the whole history, which is not read here; an id without a mark is accepted (`frames.ts`).
	const before = `${opening}id: ${last.seq}\nevent: ${last.type}\ndata: `;
	return { parts: [Buffer.from(before), Buffer.from(`${last.text}\n\n`)], meta: undefined };
}

/** All events of a finished run: the beginning of the stream, then a part for each event. */
export async function loadHistory(
	sql: Sql,
	id: string
): Promise<Loaded<{ places: Place[]; characters: number }>> {
	const events = marked(await readEvents(sql, id, 0));
	return {
		parts: [Buffer.from(opening), ...events.map((event) => Buffer.from(frameOf(event)))],
		meta: {
			places: events.map(({ seq, mark }) => ({ seq, mark })),
			characters: events.reduce((sum, { text }) => sum + text.length, 0)
		}
	};
}

/** The number of these events that a reader has received; 0 if the reader's id belongs to another history. */
export function receivedOf(places: readonly Place[], seen: Place): number {
	const at = places.findIndex(({ seq }) => seq === seen.seq);
	const isSame = seen.mark === undefined || places[at]?.mark === seen.mark;
	return at >= 0 && isSame ? at + 1 : 0;
}
