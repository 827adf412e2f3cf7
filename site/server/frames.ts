/** Server-sent events as text (HTML Living Standard, 9.2). Pure. */
import type { StoredEvent } from './store.ts';

/** First words of a stream: how long a browser waits before it connects again, ms. */
export const opening = 'retry: 1000\n\n';

/** A comment; keeps proxies from closing a silent stream. */
export const beat = ': \n\n';

/** An event of the run's history. JSON has no line breaks, so one `data` line suffices. */
export function frameOf(event: StoredEvent): string {
	return `id: ${event.seq}\nevent: ${event.type}\ndata: ${event.text}\n\n`;
}

/** An event about now that is no part of the history, so it has no id. */
export function passingFrame(type: string, text: string): string {
	return `event: ${type}\ndata: ${text}\n\n`;
}

/** A `Last-Event-ID`, or 0. */
export function lastSeen(header: string | undefined): number {
	return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : 0;
}

const endings = new Set(['finished', 'failed', 'cancelled']);

/** Whether nothing can follow an event of this type. */
export function isEnding(type: string): boolean {
	return endings.has(type);
}
