/**
 * Shell: who is watching which run. Events go to watchers at once and to the journal; a watcher who comes late gets
 * the history first, from memory while this process speaks for the run, else from the store.
 */
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { Database } from './database.ts';
import { endedOf } from './ending.ts';
import {
	frameOf,
	isAt,
	isEnding,
	markAfter,
	marked,
	passingFrame,
	type MarkedEvent,
	type Place
} from './frames.ts';
import type { Journal } from './journal.ts';
import { readEvents, type StoredEvent } from './event-store.ts';

export type Watcher = {
	/** Gets frames of a server-sent events stream. */
	send: (frame: string) => void;
	/** The run is over. */
	end: () => void;
	/**
	 * It folds the events it hears: at the end it gets what changed since (`ending.ts`), and of a run that was over when it
	 * came the end alone.
	 */
	folds?: boolean;
};

type Watch = Watcher & { seen: number };

type Topic = {
	/** The events that are known here, and the one before them. */
	before: MarkedEvent;
	tail: MarkedEvent[];
	watches: Set<Watch>;
	/** This process assigns the numbers. */
	held: boolean;
	/** Reading the store; and whether there was news meanwhile. */
	loading: boolean;
	behind: boolean;
};

export type Hub = {
	/** This process speaks for the run from now on; `history`: what the store has of it. */
	hold: (run: string, history: readonly StoredEvent[]) => void;
	/** The run went back to the line. */
	release: (run: string) => void;
	/** The next event of a run that is held here. */
	publish: (run: string, event: RunEvent) => void;
	/** The run is over and everything about it is in the store. */
	forget: (run: string) => void;
	/** Another process speaks for the run: watchers come back, and hear what the store has. */
	lose: (run: string) => void;
	/** Says where waiting runs stand; to those who watch now only. */
	announce: (run: string, event: RunEvent) => void;
	/** Runs that are watched here but held elsewhere or waiting. */
	unheld: () => string[];
	/** True if a run is known here to be over, and this is where it ended. */
	endedAt: (run: string, place: Place) => boolean;
	/** The store has events of a run held elsewhere. */
	catchUp: (run: string) => Promise<void>;
	/**
	 * Sends what came after a place, then what comes. Whoever heard of events that were lost with a process, before they
	 * were in the store, is told the whole history again. Returns how to leave.
	 */
	watch: (run: string, place: Place, watcher: Watcher) => Promise<() => void>;
};

/** @param history the events of the run up to this one, as far as they are at hand */
function shortFrame(event: MarkedEvent, history: readonly StoredEvent[]): string {
	const ended = event.type === 'finished' ? endedOf(history) : undefined;
	return frameOf(ended ? { ...event, type: ended.type, text: JSON.stringify(ended) } : event);
}

export function openHub(database: Database, journal: () => Journal): Hub {
	const topics = new Map<string, Topic>();

	const topicOf = (run: string, before: MarkedEvent): Topic => {
		const known = topics.get(run);
		if (known) return known;
		const watches = new Set<Watch>();
		const flags = { held: false, loading: false, behind: false };
		const fresh = { before, tail: [], watches, ...flags };
		topics.set(run, fresh);
		return fresh;
	};

	const deliver = (topic: Topic, event: MarkedEvent) => {
		const frame = frameOf(event);
		let short: string | undefined;
		for (const watch of topic.watches) {
			if (event.seq <= watch.seen) continue;
			watch.seen = event.seq;
			watch.send(watch.folds ? (short ??= shortFrame(event, topic.tail)) : frame);
			if (isEnding(event.type)) watch.end();
		}
		if (isEnding(event.type)) topic.watches.clear();
	};

	const append = (topic: Topic, event: StoredEvent) => {
		const { seq, mark } = lastOf(topic);
		if (event.seq !== seq + 1) return;
		const next = { ...event, mark: markAfter(mark, event.text) };
		topic.tail.push(next);
		deliver(topic, next);
	};

	const drop = (run: string) => {
		const topic = topics.get(run);
		if (topic && !topic.held && topic.watches.size === 0) topics.delete(run);
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
			const last = lastOf(topic);
			const known = last.seq === 0 ? origin : stored[last.seq - 1];
			if (known && isAt(last, known)) {
				// another process, or this one a moment ago, wrote what was not read here yet
				for (const event of history.slice(last.seq)) append(topic, event);
				return;
			}
			// the history is another one than was heard here: watchers come back for what they missed
			for (const watch of topic.watches) watch.end();
			topic.watches.clear();
			Object.assign(topic, { before, tail: [] });
		},
		release: (run) => {
			const topic = topics.get(run);
			if (topic) topic.held = false;
			drop(run);
		},
		publish: (run, event) => {
			const topic = topics.get(run);
			if (!topic?.held) return;
			const stored = { seq: lastOf(topic).seq + 1, type: event.type, text: JSON.stringify(event) };
			append(topic, stored);
			journal().write({ kind: 'event', run, seq: stored.seq, text: stored.text });
		},
		forget: (run) => {
			const topic = topics.get(run);
			if (topic) topic.held = false;
			drop(run);
		},
		lose: (run) => {
			for (const watch of topics.get(run)?.watches ?? []) watch.end();
			topics.delete(run);
		},
		announce: (run, event) => {
			const frame = passingFrame(event.type, JSON.stringify(event));
			for (const watch of topics.get(run)?.watches ?? []) watch.send(frame);
		},
		unheld: () => [...topics].filter(([, topic]) => !topic.held).map(([run]) => run),
		endedAt: (run, place) => {
			const topic = topics.get(run);
			const last = topic && lastOf(topic);
			return last !== undefined && isEnding(last.type) && isAt(place, last);
		},
		catchUp,
		watch: async (run, place, watcher) => {
			const watch = { ...watcher, seen: 0 };
			const replay = (events: readonly MarkedEvent[]) => {
				const last = events.at(-1);
				const all = watch.folds && watch.seen === 0 && last?.type === 'finished' ? [last] : events;
				for (const event of all) {
					if (event.seq <= watch.seen) continue;
					watch.seen = event.seq;
					const isKnown = watch.folds && event !== all[0];
					watch.send(isKnown ? shortFrame(event, events) : frameOf(event));
				}
			};
			/** Those who are told everything that is known here. */
			const enter = (topic: Topic) => {
				replay(topic.tail);
				if (isEnding(lastOf(topic).type)) watch.end();
				else topic.watches.add(watch);
				return () => {
					topic.watches.delete(watch);
					drop(run);
				};
			};
			const known = topics.get(run);
			if (known && goesOnAt(known, place)) {
				watch.seen = place.seq;
				return enter(known);
			}
			await journal().drained();
			const history = marked(await readEvents(database, run, 0));
			watch.seen = history.some((event) => isAt(place, event)) ? place.seq : 0;
			replay(history);
			const last = history.at(-1) ?? origin;
			const topic = topicOf(run, last);
			if (!isEnding(last.type) && goesOnAt(topic, last)) return enter(topic);
			// it is over; or what is known here went on while the store was read, and whoever comes back hears of it
			watch.end();
			drop(run);
			return () => {};
		}
	};
}

/** Before the first event. */
const origin: MarkedEvent = { seq: 0, mark: 0, type: 'none', text: '' };

const lastOf = ({ before, tail }: Topic) => tail.at(-1) ?? before;

/** Whether what is known here goes on exactly where this place is. */
function goesOnAt({ before, tail }: Topic, place: Place): boolean {
	const event = place.seq === before.seq ? before : tail[place.seq - before.seq - 1];
	return event !== undefined && isAt(place, event);
}
