/**
 * Shell: the watchers of each run. Events go to watchers at once and to the event log; a watcher who comes late gets the
 * history first, from memory while this process holds the run, else from the store. Events are sent as text of server-sent events
 * (HTML Living Standard, 9.2).
 */
import { crc32 } from 'node:zlib';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import type { Sql } from '../store/database.ts';
import { isOver } from '../../shared/run-state.ts';
import {
	type EventLog,
	readEvents,
	readEventsUpTo,
	readNewerEvents,
	type StoredEvent
} from './event-store.ts';

export type RunWatcher = {
	/** Gets frames of a server-sent events stream. */
	send: (frame: string) => void;
	/** The run is over. */
	end: () => void;
};

type Watch = RunWatcher & { seen: number };

type RunTopic = {
	/** The events in memory, and the event before them. */
	before: MarkedEvent;
	tail: MarkedEvent[];
	watches: Set<Watch>;
	/** This process assigns the numbers. */
	held: boolean;
	/** Whether the store is being read; and whether new events were announced meanwhile. */
	loading: boolean;
	behind: boolean;
};

export type Hub = ReturnType<typeof openHub>;

/**
 * @param onWatch a run that this process does not hold is watched here from now on
 * @param isStored whether the events of a run that is held here are stored
 */
export function openHub(
	database: Sql,
	eventLog: Pick<EventLog, 'write' | 'drained'>,
	onWatch: (run: string) => void = () => {},
	isStored: (run: string) => boolean = () => true
) {
	const topics = new Map<string, RunTopic>();

	const topicOf = (run: string, before: MarkedEvent): RunTopic => {
		const topic = topics.get(run);
		if (topic) return topic;
		const watches = new Set<Watch>();
		const flags = { held: false, loading: false, behind: false };
		const fresh = { before, tail: [], watches, ...flags };
		topics.set(run, fresh);
		return fresh;
	};

	const deliver = (topic: RunTopic, event: MarkedEvent) => {
		const frame = frameOf(event);
		for (const watch of topic.watches) {
			if (event.seq <= watch.seen) continue;
			watch.seen = event.seq;
			watch.send(frame);
			if (isOver(event.type)) watch.end();
		}
		if (isOver(event.type)) topic.watches.clear();
	};

	const append = (topic: RunTopic, event: StoredEvent) => {
		const { seq, mark } = lastOf(topic);
		if (event.seq !== seq + 1) return;
		const next = { ...event, mark: markAfter(mark, event.text) };
		topic.tail.push(next);
		deliver(topic, next);
	};

	/** Appends what a stored history has after a topic's last event. Returns false if the two histories differ. */
	const extend = (topic: RunTopic, stored: readonly MarkedEvent[]): boolean => {
		const last = lastOf(topic);
		const counterpart = last.seq === 0 ? origin : stored[last.seq - 1];
		if (!counterpart || !isAt(last, counterpart)) return false;
		for (const event of stored.slice(last.seq)) append(topic, event);
		return true;
	};

	const watched = () =>
		[...topics].flatMap(([run, { held, watches }]) => (held || watches.size === 0 ? [] : [run]));

	const drop = (run: string) => {
		const topic = topics.get(run);
		if (topic && !topic.held && topic.watches.size === 0) topics.delete(run);
	};

	const letGo = (run: string) => {
		const topic = topics.get(run);
		if (topic) topic.held = false;
		if (topic && topic.watches.size > 0) onWatch(run);
		drop(run);
	};

	async function catchUp(run: string): Promise<void> {
		const topic = topics.get(run);
		if (!topic || topic.held) return;
		topic.behind = true;
		if (topic.loading) return;
		topic.loading = true;
		try {
			while (topic.behind && !topic.held) {
				topic.behind = false;
				for (const event of await readEvents(database, run, lastOf(topic).seq))
					append(topic, event);
			}
		} finally {
			topic.loading = false;
		}
		drop(run);
	}

	return {
		/** This process holds the run from now on; `history`: its events in the store. */
		hold: (run: string, history: readonly StoredEvent[]) => {
			const stored = marked(history);
			const before = stored.at(-1) ?? origin;
			const topic = topicOf(run, before);
			topic.held = true;
			// another process, or this process a moment ago, may have written events that were not read here yet
			if (extend(topic, stored)) return;
			// the stored history differs from the events sent here: watchers reconnect to get the stored history
			for (const watch of topic.watches) watch.end();
			topic.watches.clear();
			Object.assign(topic, { before, tail: [] });
		},
		/** This process put a new run in a queue: it has no events yet, and watchers need not look for any in the store. */
		expect: (run: string) => void topicOf(run, origin),
		/** The run was requeued. */
		release: letGo,
		/** Publishes the next event of a run that is held here. `text`: its JSON, if `event` lacks parts. */
		publish: (run: string, event: RunEvent, text = JSON.stringify(event)) => {
			const topic = topics.get(run);
			if (!topic?.held) return;
			const stored = { seq: lastOf(topic).seq + 1, type: event.type, text };
			append(topic, stored);
			if (isStored(run)) eventLog.write({ kind: 'event', run, seq: stored.seq, text: stored.text });
		},
		/** The events of a run that are in memory here: all of an unstored run. */
		eventsOf: (run: string): readonly StoredEvent[] => topics.get(run)?.tail ?? [],
		/** The run is over and everything about it is in the store. */
		forget: letGo,
		/** Another process holds the run: watchers reconnect, and get the events in the store. */
		lose: (run: string) => {
			for (const watch of topics.get(run)?.watches ?? []) watch.end();
			topics.delete(run);
		},
		/** Sends the position of a waiting run to its current watchers; not stored. */
		announce: (run: string, event: RunEvent) => {
			const frame = passingFrame(event.type, JSON.stringify(event));
			for (const watch of topics.get(run)?.watches ?? []) watch.send(frame);
		},
		/** Whether a runner of this process has the run. */
		isHeld: (run: string) => topics.get(run)?.held === true,
		/** Whether this process follows the run, which is not over as far as it knows: a watcher need not ask the store about it. */
		isActive: (run: string) => {
			const topic = topics.get(run);
			return topic !== undefined && !isOver(lastOf(topic).type);
		},
		/** Runs with watchers here that are held elsewhere or waiting. */
		watched,
		/** True if a run is known here to be over, and this position is its end. */
		endedAt: (run: string, position: HistoryPosition) => {
			const topic = topics.get(run);
			const last = topic && lastOf(topic);
			return last !== undefined && isOver(last.type) && isAt(position, last);
		},
		/** The store has events of a run held elsewhere. */
		catchUp,
		/** The store may have events of any run that is watched here and held elsewhere: one statement. */
		catchUpWatched: async () => {
			const runs = watched();
			if (runs.length === 0) return;
			const positions = runs.map((run) => ({ run, after: lastOf(topicOf(run, origin)).seq }));
			for (const { run, ...event } of await readNewerEvents(database, positions)) {
				const topic = topics.get(run);
				if (topic && !topic.held) append(topic, event);
				drop(run);
			}
		},
		/**
		 * Sends the events after a position, then new events. A watcher who received events that a crashed process did not store
		 * gets the whole history again. Returns the function that stops watching.
		 */
		watch: async (run: string, position: HistoryPosition, watcher: RunWatcher) => {
			const watch = { ...watcher, seen: 0 };
			const replay = (events: readonly MarkedEvent[]) => {
				for (const event of events) {
					if (event.seq <= watch.seen) continue;
					watch.seen = event.seq;
					watch.send(frameOf(event));
				}
			};
			/** Adds the watcher after sending all events in memory. */
			const enter = (topic: RunTopic) => {
				replay(topic.tail);
				if (isOver(lastOf(topic).type)) watch.end();
				else topic.watches.add(watch);
				if (!topic.held && topic.watches.size === 1) onWatch(run);
				return () => {
					topic.watches.delete(watch);
					drop(run);
				};
			};
			/** Adds the watcher to events in memory that continue at its position. */
			const goOn = (topic: RunTopic) => {
				watch.seen = position.seq;
				return enter(topic);
			};
			const current = topics.get(run);
			if (current && goesOnAt(current, position)) return goOn(current);
			await eventLog.drained(run);
			// The holder sends events before it stores them; and a newer reading of another watcher may have been answered first.
			const wanted = () => Math.max(position.seq, topics.get(run)?.before.seq ?? 0);
			const history = marked(await readEventsUpTo(database, run, wanted));
			const now = topics.get(run);
			if (now?.held && goesOnAt(now, position)) return goOn(now);
			watch.seen = history.some((event) => isAt(position, event)) ? position.seq : 0;
			replay(history);
			const last = history.at(-1) ?? origin;
			const topic = topicOf(run, last);
			// the watchers before this one may have an older reading of the store
			if (!topic.held) extend(topic, history);
			if (!isOver(last.type) && goesOnAt(topic, last)) return enter(topic);
			// the run is over; or new events arrived while the store was read, and the watcher gets them when it reconnects
			watch.end();
			drop(run);
			return () => {};
		}
	};
}

/** Before the first event. */
const origin: MarkedEvent = { seq: 0, mark: 0, type: 'none', text: '' };

const lastOf = ({ before, tail }: RunTopic) => tail.at(-1) ?? before;

/** Whether the events in memory continue exactly at this position. */
function goesOnAt({ before, tail }: RunTopic, position: HistoryPosition): boolean {
	const event = position.seq === before.seq ? before : tail[position.seq - before.seq - 1];
	return event !== undefined && isAt(position, event);
}

/** Beginning of a stream: the browser's reconnection time, ms. */
export const opening = 'retry: 1000\n\n';

/** A comment; keeps proxies from closing a silent stream. */
export const beat = ': \n\n';

/**
 * An event with a mark: the CRC-32 of all events up to it. Events are sent to browsers before they are stored, so after a
 * crash of a site process their numbers may be used again. Two histories that differ before a number have different marks
 * at that number.
 */
type MarkedEvent = StoredEvent & { mark: number };

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

/** A position in a run's history; seq 0: the beginning, which has no mark. */
export type HistoryPosition = { seq: number; mark?: number };

/** Parses a `Last-Event-ID`; an invalid value means the beginning. */
export function lastSeen(header = ''): HistoryPosition {
	const [, seq, mark] = /^(\d{1,9})\.([0-9a-f]{1,8})$/.exec(header) ?? [];
	if (seq === undefined || mark === undefined) return { seq: 0 };
	return { seq: Number(seq), mark: parseInt(mark, 16) };
}

/** Whether a position is right after this event, in the same history. */
export const isAt = (position: HistoryPosition, event: MarkedEvent): boolean =>
	position.seq === event.seq && (position.mark === undefined || position.mark === event.mark);
