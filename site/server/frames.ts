/** Server-sent events as text (HTML Living Standard, 9.2). Pure. */
import { crc32 } from 'node:zlib';
import type { StoredEvent } from './event-store.ts';

/** First words of a stream: how long a browser waits before it connects again, ms. */
export const opening = 'retry: 1000\n\n';

/** A comment; keeps proxies from closing a silent stream. */
export const beat = ': \n\n';

/**
 * An event with a mark of everything that was said up to it (CRC-32). Learners hear of events before the disk does, so
 * after a site process died its numbers may be used again; two histories that differ before a number have different marks
 * at it.
 */
export type MarkedEvent = StoredEvent & { mark: number };

/** The mark at an event, given the one before it; 0 before the first. */
export function markAfter(before: number, text: string): number {
	return crc32(text, before);
}

/** A history from its beginning, with its marks. */
export function marked(history: readonly StoredEvent[]): MarkedEvent[] {
	let mark = 0;
	return history.map((event) => ({ ...event, mark: (mark = markAfter(mark, event.text)) }));
}

/** An event of the run's history. JSON has no line breaks, so one `data` line suffices. */
export function frameOf({ seq, mark, type, text }: MarkedEvent): string {
	return `id: ${seq}.${mark.toString(16)}\nevent: ${type}\ndata: ${text}\n\n`;
}

/** An event about now that is no part of the history, so it has no id. */
export function passingFrame(type: string, text: string): string {
	return `event: ${type}\ndata: ${text}\n\n`;
}

/** How far somebody got in a run's history; seq 0: not at all. Those who name no mark are believed. */
export type Place = { seq: number; mark?: number };

/** A `Last-Event-ID` as a place; what is none is the beginning. */
export function lastSeen(header = ''): Place {
	const [, seq, mark] = /^(\d{1,9})(?:\.([0-9a-f]{1,8}))?$/.exec(header) ?? [];
	if (seq === undefined) return { seq: 0 };
	return { seq: Number(seq), ...(mark !== undefined && { mark: parseInt(mark, 16) }) };
}

/** Whether this event is the last that was heard at a place of this same history. */
export function isAt(place: Place, event: MarkedEvent): boolean {
	return place.seq === event.seq && (place.mark === undefined || place.mark === event.mark);
}

const endings = new Set(['finished', 'failed', 'cancelled']);

/** Whether nothing can follow an event of this type. */
export function isEnding(type: string): boolean {
	return endings.has(type);
}
