/**
 * Shell: who watches which workshop, and what they see. Whenever something changed, here or at another site process, the
 * room is read once and everybody gets their view of it, whole, if it is another than they have.
 */
import type { Logger } from 'pino';
import { opening } from '../frames.ts';
import { isMoving, type Room } from './room.ts';
import type { Seat } from './store.ts';

export type Watcher = {
	/** Undefined: there is nothing here for them any more. */
	view: (room: Room) => object | undefined;
	/** Gets frames of a server-sent events stream. */
	send: (frame: string) => void;
	end: () => void;
	/** A participant's place; absent for a host. */
	seat?: Pick<Seat, 'workshop' | 'number'>;
};

type Topic = {
	watchers: Map<Watcher, string>;
	timer?: NodeJS.Timeout;
	/** Being read; and whether something changed meanwhile. */
	reading: boolean;
	again: boolean;
	readAt: number;
};

export type Live = {
	/** Something changed in this workshop. */
	changed: (workshop: string) => void;
	/** As `changed`, but for all. */
	missed: () => void;
	/** Sends the view, then each new one. Returns how to leave. */
	watch: (workshop: string, watcher: Watcher) => () => void;
	/** Participants who are connected here. */
	seats: () => Pick<Seat, 'workshop' | 'number'>[];
	close: () => void;
};

/** A room is read at most this often, ms; a vote is at the host within this and the time of reading. */
const pauseMs = 80;
/** While runs go on a room is read this often, ms: nobody says of them what the room wants to know. */
const movingMs = 1000;
/** The store failed: tried again after this, ms. */
const retryMs = 500;

export function openLive(
	read: (workshop: string) => Promise<Room | undefined>,
	log: Logger,
	now: () => Date = () => new Date()
): Live {
	const topics = new Map<string, Topic>();

	function tell(topic: Topic, room: Room | undefined): void {
		for (const [watcher, known] of topic.watchers) {
			const view = room && watcher.view(room);
			if (!view) {
				watcher.send('event: gone\ndata: {}\n\n');
				watcher.end();
				continue;
			}
			const text = JSON.stringify(view);
			if (text === known) continue;
			topic.watchers.set(watcher, text);
			watcher.send(`event: view\ndata: {"now":"${now().toISOString()}","view":${text}}\n\n`);
		}
	}

	async function look(id: string, topic: Topic): Promise<void> {
		topic.reading = true;
		topic.again = false;
		let next: number | undefined;
		try {
			topic.readAt = performance.now();
			const room = await read(id);
			tell(topic, room);
			if (room && isMoving(room)) next = movingMs;
		} catch (error) {
			log.warn({ err: error }, 'a workshop cannot be read; trying again');
			next = retryMs;
		}
		topic.reading = false;
		if (topic.watchers.size === 0) topics.delete(id);
		else if (topic.again) schedule(id, topic, pauseMs);
		else if (next !== undefined) schedule(id, topic, next);
	}

	function schedule(id: string, topic: Topic, ms: number): void {
		clearTimeout(topic.timer);
		topic.timer = setTimeout(() => {
			delete topic.timer;
			void look(id, topic);
		}, ms);
		topic.timer.unref();
	}

	function changed(id: string): void {
		const topic = topics.get(id);
		if (!topic) return;
		if (topic.reading || topic.again) {
			topic.again = true;
			return;
		}
		topic.again = true;
		schedule(id, topic, Math.max(0, topic.readAt + pauseMs - performance.now()));
	}

	return {
		changed,
		missed: () => [...topics.keys()].forEach(changed),
		watch: (id, watcher) => {
			const fresh = { watchers: new Map(), reading: false, again: false, readAt: -pauseMs };
			const topic: Topic = topics.get(id) ?? fresh;
			topics.set(id, topic);
			topic.watchers.set(watcher, '');
			watcher.send(opening);
			changed(id);
			return () => {
				topic.watchers.delete(watcher);
				if (topic.watchers.size > 0 || topic.reading) return;
				clearTimeout(topic.timer);
				if (topics.get(id) === topic) topics.delete(id);
			};
		},
		seats: () =>
			[...topics.values()].flatMap(({ watchers }) =>
				[...watchers.keys()].flatMap(({ seat }) => (seat ? [seat] : []))
			),
		close: () => {
			for (const { timer } of topics.values()) clearTimeout(timer);
			topics.clear();
		}
	};
}
