/** Server-sent events as text (HTML Living Standard, 9.2). Pure. */
import { crc32 } from 'node:zlib';
import type { StoredEvent } from './event-store.ts';

/** Beginning of a stream: the browser's reconnection time, ms. */
export const opening = 'retry: 1000\n\n';

/** A comment; keeps proxies from closing a silent stream. */
export const beat = ': \n\n';

/**
 * An event with a mark: the CRC-32 of all events up to it. Events are sent to browsers before they are stored, so after a
 * crash of a site process their numbers may be used again. Two histories that differ before a number have different marks
 * at that number.
 */
export type MarkedEvent = StoredEvent & { mark: number };

/** The mark of an event, from the mark before it; 0 before the first event. `text`: also a piece of it, in UTF-8. */
export function markAfter(before: number, text: string | Buffer): number {
	return crc32(text, before);
}

/** A history from its beginning, with its marks. */
export function marked(history: readonly StoredEvent[]): MarkedEvent[] {
	let mark = 0;
	return history.map((event) => ({ ...event, mark: (mark = markAfter(mark, event.text)) }));
}

/** An event of the run's history. JSON has no line breaks, so one `data` line suffices. */
export function frameOf(event: MarkedEvent): string {
	return `${frameBefore(event)}${event.text}${frameEnd}`;
}

/** A frame before and after its event's text. */
export function frameBefore({ seq, mark, type }: Omit<MarkedEvent, 'text'>): string {
	return `id: ${seq}.${mark.toString(16)}\nevent: ${type}\ndata: `;
}
export const frameEnd = '\n\n';

/** The JSON in a frame of `frameOf`. */
export const dataOf = (frame: string): string =>
	frame.slice(frame.indexOf('\ndata: ') + '\ndata: '.length, -2);

/** An event about the current state that is not part of the history, so it has no id. */
export function passingFrame(type: string, text: string): string {
	return `event: ${type}\ndata: ${text}\n\n`;
}

/** A position in a run's history; seq 0: the beginning. A position without a mark matches any history. */
export type HistoryPosition = { seq: number; mark?: number };

/** Parses a `Last-Event-ID`; an invalid value means the beginning. */
export function lastSeen(header = ''): HistoryPosition {
	const [, seq, mark] = /^(\d{1,9})(?:\.([0-9a-f]{1,8}))?$/.exec(header) ?? [];
	if (seq === undefined) return { seq: 0 };
	return { seq: Number(seq), ...(mark !== undefined && { mark: parseInt(mark, 16) }) };
}

/** Whether a position is right after this event, in the same history. */
export function isAt(position: HistoryPosition, event: MarkedEvent): boolean {
	return (
		position.seq === event.seq && (position.mark === undefined || position.mark === event.mark)
	);
}
