/** Shell: sends finished runs as JSON that is neither parsed nor serialised here. */
import type { Loaded } from './bodies.ts';
import type { Sql } from '../store/database.ts';
import { frameOf, marked, opening, type Place } from '../runs/frames.ts';
import { readEvents } from '../runs/event-store.ts';
import type { Reports } from '../runs/reports.ts';
import { notFound } from '../base/errors.ts';
import type { RunView } from '../../shared/schema.ts';

/** A finished run as `RunView`. */
export async function loadRun(reports: Reports, head: RunView): Promise<Loaded<undefined>> {
	const report = await reports.json(head.id);
	if (!report) throw notFound('report');
	const before = JSON.stringify(head).slice(0, -1);
	return {
		parts: [Buffer.from(`${before},"report":`), report, Buffer.from('}')],
		meta: undefined
	};
}

/** All events of a finished run: the beginning of the stream, then a part for each event. */
export async function loadHistory(sql: Sql, id: string): Promise<Loaded<Place[]>> {
	const events = marked(await readEvents(sql, id, 0));
	return {
		parts: [Buffer.from(opening), ...events.map((event) => Buffer.from(frameOf(event)))],
		meta: events.map(({ seq, mark }) => ({ seq, mark }))
	};
}

/** The number of these events that a reader has received; 0 if the reader's id belongs to another history. */
export function receivedOf(places: readonly Place[], seen: Place): number {
	const at = places.findIndex(({ seq }) => seq === seen.seq);
	const isSame = seen.mark === undefined || places[at]?.mark === seen.mark;
	return at >= 0 && isSame ? at + 1 : 0;
}
