/** Shell: a learner's client, which reconnects to any site of a list and continues at its last event. */
import { RunEvent } from '@cyclelab/contract/schema/job';
import { setTimeout as pause } from 'node:timers/promises';
import { messagesOf } from '../../site/src/lib/run/api.ts';

export type ReceivedEvent = {
	/** Number in the run's history; undefined for an event that is not stored. */
	seq: number | undefined;
	/** The server-sent event's id. */
	id: string | undefined;
	/** `performance.now()` at arrival. */
	at: number;
	event: RunEvent;
};

export type ObservedRun = {
	id: string;
	/** Every event received, across all connections. */
	received: ReceivedEvent[];
	/** Number of streams opened. */
	connections: number;
};

type ReaderBehaviour = {
	/** Whether to disconnect after these events and reconnect to the next site. */
	disconnects?: (received: readonly ReceivedEvent[]) => boolean;
	/** Cancels the run once it has started, through another site than its stream's. */
	cancels?: boolean;
	/** Called after each event with all events so far. */
	onReceived?: (id: string, received: ReceivedEvent[]) => void;
};

/** Pause before the next site is tried, ms. */
const againMs = 50;

/**
 * Starts a run and follows it to its end.
 * @param sites addresses of the sites, in the order in which they are tried
 */
export async function startAndFollowRun(
	sites: readonly string[],
	request: object,
	behaviour: ReaderBehaviour = {},
	signal?: AbortSignal
): Promise<ObservedRun> {
	return followRun(sites, await postRun(sites, request, signal), behaviour, signal);
}

/** Follows a run to its end. */
export async function followRun(
	sites: readonly string[],
	id: string,
	behaviour: ReaderBehaviour = {},
	signal?: AbortSignal
): Promise<ObservedRun> {
	const received: ReceivedEvent[] = [];
	let connections = 0;
	let cancelled = false;
	for (let turn = 0; ; turn++) {
		signal?.throwIfAborted();
		const site = sites[turn % sites.length] ?? '';
		connections++;
		const last = received.findLast(({ id }) => id !== undefined)?.id;
		try {
			for await (const latest of stream(site, id, last, signal)) {
				received.push(latest);
				behaviour.onReceived?.(id, received);
				if (isEnd(latest.event)) return { id, received, connections };
				if (behaviour.cancels && !cancelled && latest.event.type === 'started') {
					cancelled = true;
					await cancel(sites[(turn + 1) % sites.length] ?? site, id);
				}
				if (behaviour.disconnects?.(received)) break;
			}
		} catch (error) {
			if (error instanceof Lost) throw error;
		}
		await pause(againMs);
	}
}

/** The site returned an error that a retry does not change. */
class Lost extends Error {}

const isEnd = ({ type }: RunEvent) =>
	type === 'finished' || type === 'failed' || type === 'cancelled';

/** The path that cancels each run, by the run's id. */
const cancels = new Map<string, string>();

async function postRun(
	sites: readonly string[],
	request: object,
	signal?: AbortSignal
): Promise<string> {
	for (let turn = 0; ; turn++) {
		signal?.throwIfAborted();
		try {
			const response = await fetch(`${sites[turn % sites.length]}/api/runs`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(request)
			});
			const text = await response.text();
			if (response.status === 202) {
				const { id, cancel } = JSON.parse(text);
				if (cancel !== undefined) cancels.set(id, cancel);
				return String(id);
			}
			if (response.status < 500) throw new Lost(`${response.status} ${text}`);
		} catch (error) {
			if (error instanceof Lost) throw error;
		}
		await pause(againMs);
	}
}

async function cancel(site: string, id: string): Promise<void> {
	const address = cancels.get(id) ?? `/api/runs/${id}`;
	await fetch(site + address, { method: 'DELETE' }).catch(() => undefined);
}

async function* stream(
	site: string,
	id: string,
	last: string | undefined,
	signal?: AbortSignal
): AsyncGenerator<ReceivedEvent> {
	const leave = new AbortController();
	const response = await fetch(`${site}/api/runs/${id}/events`, {
		headers: last === undefined ? {} : { 'last-event-id': last },
		signal: signal ? AbortSignal.any([leave.signal, signal]) : leave.signal
	});
	if (response.status !== 200) {
		const text = await response.text();
		if (response.status === 404) throw new Lost(`404 ${text}`);
		return;
	}
	try {
		for await (const { id, data } of messagesOf(response)) {
			const seq = id === undefined ? undefined : parseInt(id);
			const event = RunEvent.parse(JSON.parse(data));
			yield { seq, id, at: performance.now(), event };
		}
	} finally {
		leave.abort();
	}
}
