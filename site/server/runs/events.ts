/**
 * Shell: the watchers of each run. Events go to watchers at once and to the event log; a watcher who comes late gets the
 * history first, from memory while this process holds the run, else from the store.
 */
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { Sql } from '../store/database.ts';
import {
	frameOf,
	isAt,
	markAfter,
	marked,
	passingFrame,
	type MarkedEvent,
	type HistoryPosition
} from './frames.ts';
import { isOver } from '../../shared/run-state.ts';
import type { EventLog } from './event-log.ts';
import { readEvents, readEventsUpTo, type StoredEvent } from './event-store.ts';

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

export type Hub = {
	/** This process holds the run from now on; `history`: its events in the store. */
	hold: (run: string, history: readonly StoredEvent[]) => void;
	/** This process put a new run in a queue: it has no events yet, and watchers need not look for any in the store. */
	expect: (run: string) => void;
	/** The run was requeued. */
	release: (run: string) => void;
	/** Publishes the next event of a run that is held here. `text`: its JSON, if `event` lacks parts. */
	publish: (run: string, event: RunEvent, text?: string) => void;
	/** The run is over and everything about it is in the store. */
	forget: (run: string) => void;
	/** Another process holds the run: watchers reconnect, and get the events in the store. */
	lose: (run: string) => void;
	/** Sends the position of a waiting run to its current watchers; not stored. */
	announce: (run: string, event: RunEvent) => void;
	/** Whether a runner of this process has the run. */
	isHeld: (run: string) => boolean;
	/** Whether this process follows the run, which is not over as far as it knows: a watcher need not ask the store about it. */
	isActive: (run: string) => boolean;
	/** Runs that this process follows, and that are held elsewhere or waiting. */
	unheld: () => string[];
	/** The same, without the runs that nobody watches here. */
	watched: () => string[];
	/** True if a run is known here to be over, and this position is its end. */
	endedAt: (run: string, position: HistoryPosition) => boolean;
	/** The store has events of a run held elsewhere. */
	catchUp: (run: string) => Promise<void>;
	/**
	 * Sends the events after a position, then new events. A watcher who received events that a crashed process did not store
	 * gets the whole history again. Returns the function that stops watching.
	 */
	watch: (run: string, position: HistoryPosition, watcher: RunWatcher) => Promise<() => void>;
};

export function openHub(database: Sql, eventLog: Pick<EventLog, 'write' | 'drained'>): Hub {
	const topics = new Map<string, RunTopic>();

	const topicOf = (run: string, before: MarkedEvent): RunTopic => {
		const known = topics.get(run);
		if (known) return known;
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
		const known = last.seq === 0 ? origin : stored[last.seq - 1];
		if (!known || !isAt(last, known)) return false;
		for (const event of stored.slice(last.seq)) append(topic, event);
		return true;
	};

	/** Runs that this process does not hold, with at least so many watchers here. */
	const unheld = (least: number) =>
		[...topics].flatMap(([run, { held, watches }]) => (held || watches.size < least ? [] : [run]));

	const drop = (run: string) => {
		const topic = topics.get(run);
		if (topic && !topic.held && topic.watches.size === 0) topics.delete(run);
	};

	const letGo = (run: string) => {
		const topic = topics.get(run);
		if (topic) topic.held = false;
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
		hold: (run, history) => {
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
		expect: (run) => void topicOf(run, origin),
		release: letGo,
		publish: (run, event, text = JSON.stringify(event)) => {
			const topic = topics.get(run);
			if (!topic?.held) return;
			const stored = { seq: lastOf(topic).seq + 1, type: event.type, text };
			append(topic, stored);
			eventLog.write({ kind: 'event', run, seq: stored.seq, text: stored.text });
		},
		forget: letGo,
		lose: (run) => {
			for (const watch of topics.get(run)?.watches ?? []) watch.end();
			topics.delete(run);
		},
		announce: (run, event) => {
			const frame = passingFrame(event.type, JSON.stringify(event));
			for (const watch of topics.get(run)?.watches ?? []) watch.send(frame);
		},
		isHeld: (run) => topics.get(run)?.held === true,
		isActive: (run) => {
			const topic = topics.get(run);
			return topic !== undefined && !isOver(lastOf(topic).type);
		},
		unheld: () => unheld(0),
		watched: () => unheld(1),
		endedAt: (run, position) => {
			const topic = topics.get(run);
			const last = topic && lastOf(topic);
			return last !== undefined && isOver(last.type) && isAt(position, last);
		},
		catchUp,
		watch: async (run, position, watcher) => {
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
			const known = topics.get(run);
			if (known && goesOnAt(known, position)) return goOn(known);
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
