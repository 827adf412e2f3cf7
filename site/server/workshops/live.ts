/**
 * Shell: the watchers of each workshop. A changed workshop is read once for all watchers, however many changes and watchers
 * there are; each watcher gets their complete view if it differs from the last view sent to them.
 */
import type { Logger } from 'pino';
import { opening } from '../runs/events.ts';
import { isOpen, type Room } from './room.ts';
import type { SeatKey } from './seat-store.ts';
import { viewTexts } from './views.ts';

export type RoomWatcher = {
	/** Gets frames of a server-sent events stream. */
	send: (frame: string) => void;
	end: () => void;
	/** A participant's place; absent for a host. */
	seat?: SeatKey;
};

type RoomTopic = {
	watchers: Map<RoomWatcher, string>;
	timer?: NodeJS.Timeout;
	/** Whether the room is being read; and whether it changed meanwhile. */
	reading: boolean;
	again: boolean;
	readAt: number;
	/** Shortest time between two reads, ms. */
	pauseMs: number;
};

export type Live = {
	/** Reports a change of a workshop. */
	changed: (workshop: string) => void;
	/** As `changed`, for all workshops. */
	missed: () => void;
	/** Sends the view, then each new view. Returns the function that stops watching. */
	watch: (workshop: string, watcher: RoomWatcher) => () => void;
	/** Participants who are connected here. */
	seats: () => SeatKey[];
	close: () => void;
};

/** Shortest time between two reads of a room, ms; a vote reaches the host within this time plus the duration of a read. */
const leastPauseMs = 80;
/**
 * A room that takes long to read and to send is read less often, so that it uses at most one in this many parts of the
 * thread's time, and of a connection to the store.
 */
const share = 10;
/** Interval of reads while runs are active, ms: the workshop gets no event at the end of a run. */
const movingMs = 1000;
/** Pause before a retry after the store failed, ms. */
const retryMs = 500;

export function openLive(
	/** Resolves to undefined if the workshop was deleted. */
	read: (workshop: string) => Promise<Room | undefined>,
	log: Logger,
	now: () => Date = () => new Date()
): Live {
	const topics = new Map<string, RoomTopic>();

	function sendViews(topic: RoomTopic, room: Room | undefined): void {
		const views = room && viewTexts(room);
		for (const [watcher, known] of topic.watchers) {
			if (!views) {
				watcher.send('event: gone\ndata: {}\n\n');
				watcher.end();
				continue;
			}
			const text = watcher.seat ? views.seat(watcher.seat.number) : views.host();
			if (text === undefined && known !== '') {
				// the host removed the seat
				watcher.send('event: gone\ndata: {}\n\n');
				watcher.end();
				topic.watchers.delete(watcher);
				continue;
			}
			// somebody who joined while the room was being read is in the next read, which their arrival has caused
			if (text === undefined || text === known) continue;
			topic.watchers.set(watcher, text);
			watcher.send(`event: view\ndata: {"now":"${now().toISOString()}","view":${text}}\n\n`);
		}
	}

	async function look(id: string, topic: RoomTopic): Promise<void> {
		topic.reading = true;
		topic.again = false;
		let next: number | undefined;
		try {
			topic.readAt = performance.now();
			const room = await read(id);
			sendViews(topic, room);
			topic.pauseMs = Math.max(leastPauseMs, share * (performance.now() - topic.readAt));
			if (room?.runs.some(isOpen)) next = movingMs;
		} catch (error) {
			log.warn({ err: error }, 'a workshop cannot be read; trying again');
			next = retryMs;
		}
		topic.reading = false;
		if (topic.watchers.size === 0) topics.delete(id);
		else if (topic.again) schedule(id, topic, topic.pauseMs);
		else if (next !== undefined) schedule(id, topic, next);
	}

	function schedule(id: string, topic: RoomTopic, ms: number): void {
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
		schedule(id, topic, Math.max(0, topic.readAt + topic.pauseMs - performance.now()));
	}

	return {
		changed,
		missed: () => [...topics.keys()].forEach(changed),
		watch: (id, watcher) => {
			const fresh: RoomTopic = {
				watchers: new Map(),
				reading: false,
				again: false,
				readAt: -leastPauseMs,
				pauseMs: leastPauseMs
			};
			const topic = topics.get(id) ?? fresh;
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
