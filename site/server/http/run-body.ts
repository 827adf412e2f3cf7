/** Shell: sends finished runs as JSON that is neither parsed nor serialised here. */
import type { Loaded } from './bodies.ts';
import type { Sql } from '../store/database.ts';
import { frameBefore, frameEnd, markAfter, opening, type Place } from '../runs/frames.ts';
import { readEventsInPieces } from '../runs/event-store.ts';
import type { Reports } from '../runs/reports.ts';
import { notFound } from '../base/errors.ts';
import type { RunView } from '../../shared/schema.ts';

/** A finished run as `RunView`. */
export async function loadRun(reports: Reports, head: RunView): Promise<Loaded<undefined>> {
	const report = await reports.json(head.id);
	if (!report) throw notFound('report');
	const before = JSON.stringify(head).slice(0, -1);
	return {
		parts: [Buffer.from(`${before},"report":`), ...report, Buffer.from('}')],
		meta: undefined
	};
}

/** An event in a loaded history. `from`: index of the first part that has bytes of it. */
export type LoadedPlace = Place & { from: number };

/**
 * All events of a finished run: the beginning of the stream, then the parts of each event. A large event stays in its pieces,
 * because joining them would copy 10 MiB in one turn of the event loop.
 */
export async function loadHistory(sql: Sql, id: string): Promise<Loaded<LoadedPlace[]>> {
	const parts: Buffer[] = [Buffer.from(opening)];
	const places: LoadedPlace[] = [];
	let mark = 0;
	for (const { seq, type, pieces } of await readEventsInPieces(sql, id)) {
		mark = pieces.reduce(markAfter, mark);
		const frame = [Buffer.from(frameBefore({ seq, mark, type })), ...pieces, Buffer.from(frameEnd)];
		places.push({ seq, mark, from: parts.length });
		if (pieces.length > 1) parts.push(...frame);
		else parts.push(Buffer.concat(frame));
	}
	return { parts, meta: places };
}

/** The number of these events that a reader has received; 0 if the reader's id belongs to another history. */
export function receivedOf(places: readonly Place[], seen: Place): number {
	const at = places.findIndex(({ seq }) => seq === seen.seq);
	const isSame = seen.mark === undefined || places[at]?.mark === seen.mark;
	return at >= 0 && isSame ? at + 1 : 0;
}
