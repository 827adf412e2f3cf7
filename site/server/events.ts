/**
 * Shell: who is watching which run. Events go to watchers at once and to the journal; a watcher who comes late gets
 * the history first, from memory while this process speaks for the run, else from the store.
 */
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { Database } from './database.ts';
import { frameOf, isEnding, passingFrame } from './frames.ts';
import type { Journal } from './journal.ts';
import { readEvents, type StoredEvent } from './store.ts';

export type Watcher = {
	/** Gets frames of a server-sent events stream. */
	send: (frame: string) => void;
	/** The run is over. */
	end: () => void;
};

type Watch = Watcher & { seen: number };

type Topic = {
	/** Last event known here. */
	seq: number;
	/** The events from `start` to `seq`. */
	start: number;
	tail: StoredEvent[];
	watches: Set<Watch>;
	/** This process assigns the numbers. */
	held: boolean;
	/** Reading the store; and whether there was news meanwhile. */
	loading: boolean;
	behind: boolean;
};

export type Hub = {
	/** This process speaks for the run from now on; `seq` is its last event so far. */
	hold: (run: string, seq: number) => void;
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
	/** True if a run is known here to be over with this event or an earlier one. */
	endedBy: (run: string, seq: number) => boolean;
	/** The store has events of a run held elsewhere. */
	catchUp: (run: string) => Promise<void>;
	/** Sends what came after `seen`, then what comes. Returns how to leave. */
	watch: (run: string, seen: number, watcher: Watcher) => Promise<() => void>;
};

export function openHub(database: Database, journal: () => Journal): Hub {
	const topics = new Map<string, Topic>();

	const topicOf = (run: string, seq: number): Topic => {
		const known = topics.get(run);
		if (known) return known;
		const watches = new Set<Watch>();
		const flags = { held: false, loading: false, behind: false };
		const fresh = { seq, start: seq + 1, tail: [], watches, ...flags };
		topics.set(run, fresh);
		return fresh;
	};

	const deliver = (topic: Topic, event: StoredEvent) => {
		const frame = frameOf(event);
		for (const watch of topic.watches) {
			if (event.seq <= watch.seen) continue;
			watch.seen = event.seq;
			watch.send(frame);
			if (isEnding(event.type)) watch.end();
		}
		if (isEnding(event.type)) topic.watches.clear();
	};

	const append = (topic: Topic, event: StoredEvent) => {
		if (event.seq !== topic.seq + 1) return;
		topic.seq = event.seq;
		topic.tail.push(event);
		deliver(topic, event);
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
				for (const event of await readEvents(database, run, topic.seq)) append(topic, event);
			}
		} finally {
			topic.loading = false;
		}
		drop(run);
	}

	return {
		hold: (run, seq) => {
			const topic = topicOf(run, seq);
			topic.held = true;
			if (topic.seq === seq) return;
			// another process got further than was heard here: watchers come back for what they missed
			for (const watch of topic.watches) watch.end();
			topic.watches.clear();
			Object.assign(topic, { seq, start: seq + 1, tail: [] });
		},
		release: (run) => {
			const topic = topics.get(run);
			if (topic) topic.held = false;
			drop(run);
		},
		publish: (run, event) => {
			const topic = topics.get(run);
			if (!topic?.held) return;
			const stored = { seq: topic.seq + 1, type: event.type, text: JSON.stringify(event) };
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
		endedBy: (run, seq) => {
			const last = topics.get(run)?.tail.at(-1);
			return last !== undefined && isEnding(last.type) && last.seq <= seq;
		},
		catchUp,
		watch: async (run, seen, watcher) => {
			const watch = { ...watcher, seen };
			const replay = (events: StoredEvent[]) => {
				for (const event of events) {
					if (event.seq <= watch.seen) continue;
					watch.seen = event.seq;
					watch.send(frameOf(event));
				}
			};
			let topic = topics.get(run);
			if (!topic || topic.start > seen + 1 || topic.seq < seen) {
				await journal().drained();
				const history = await readEvents(database, run, 0);
				const last = history.at(-1);
				watch.seen = Math.min(seen, last?.seq ?? 0);
				replay(history);
				if (last && isEnding(last.type)) {
					watch.end();
					return () => {};
				}
				topic = topicOf(run, last?.seq ?? 0);
			}
			replay(topic.tail);
			const last = topic.tail.at(-1);
			if (last && isEnding(last.type)) watch.end();
			else topic.watches.add(watch);
			return () => {
				topic.watches.delete(watch);
				drop(run);
			};
		}
	};
}
