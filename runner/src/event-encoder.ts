/** Encodes and checks a job's events: a message that the site cannot read would end the connection and all jobs on it. Pure. */
import { RunEvent } from './schema/job.ts';

/** The site takes messages of 16 MiB, and 32 MiB for all of a run. Bytes of JSON. */
export const largestEvent = 12 * 1024 * 1024;

/** An event is too large to be sent. The learner sees `code` and the message. */
export class EventTooLarge extends Error {
	override name = 'EventTooLarge';
	readonly code = 'TOO_LARGE';
}

/** An event, ready to be sent: its JSON, and what the runner itself counts of it. */
export type EncodedEvent = {
	json: string;
	type: RunEvent['type'];
	/** Of an event `stage`: the core has been given to the job, which measures from now on. */
	measures?: true;
	/** Of an event `failed`. */
	code?: string;
};

/** Throws `EventTooLarge` for an event beyond the limit, and a ZodError for an event outside the site's schema. */
export function encodeEvent(event: RunEvent): EncodedEvent {
	const json = JSON.stringify(event);
	if (Buffer.byteLength(json) > largestEvent)
		throw new EventTooLarge(
			`One result of this code is larger than the limit of ${largestEvent / 1024 ** 2} MiB. Make the code smaller.`
		);
	RunEvent.parse(event);
	const { type } = event;
	const measures = type === 'stage' && event.stage === 'measure' && !event.notice;
	return {
		json,
		type,
		...(measures ? { measures } : {}),
		...(type === 'failed' ? { code: event.code } : {})
	};
}

/**
 * Sends a job's events. An event that cannot be sent aborts the job, and `check` throws the cause, so that a job which
 * ignores the abort fails too.
 */
export function eventSender(
	send: (encoded: EncodedEvent) => void,
	abort: AbortController
): { emit: (event: RunEvent) => void; check: () => void } {
	let unsent: { cause: unknown } | undefined;
	return {
		emit: (event) => {
			if (abort.signal.aborted) return;
			try {
				send(encodeEvent(event));
			} catch (cause) {
				unsent = { cause };
				abort.abort(cause);
			}
		},
		check: () => {
			if (unsent) throw unsent.cause;
		}
	};
}
