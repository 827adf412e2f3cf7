/**
 * Shell: takes waiting runs from queues that changed, or for which a slot became free, one queue after another. A queue is looked
 * up in the store only if this process does not know whether runs wait in it: every run that joins a queue is announced
 * (`wake`), so an empty queue stays empty until then.
 */
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { queuesWaiting } from './store.ts';

export type QueueWatch = {
	/** A run of this process joined this queue. */
	joined: (queue: string) => void;
	/** A run may have joined this queue. */
	wake: (queue: string) => void;
	/** A slot for runs of these queues may be free. */
	look: (queues: readonly string[]) => void;
	/** Announcements may have been missed. */
	forget: () => void;
};

/**
 * `all`: all runs that waited; `some`: as many as were asked for, and more may wait; `none`: none was asked for, so that nothing
 * is learned about the queue.
 */
export type TakenOf = 'all' | 'some' | 'none';

export type QueueWatchParts = {
	database: Database;
	/** Whether a runner of this process could take a run of this queue. */
	hasRoom: (queue: string) => boolean;
	/** @param waits false: no run waits in it, or no runner here has room for one */
	take: (queue: string, waits: boolean) => Promise<TakenOf>;
	log: Pick<Logger, 'error'>;
};

/** Pause before a queue is read again after the store failed, ms. */
const retryMs = 250;

export function openQueueWatch({ database, hasRoom, take, log }: QueueWatchParts): QueueWatch {
	const toRead = new Set<string>();
	/** By queue: whether runs wait in it; absent: unknown. A run that joins makes it unknown, also while the store is read. */
	const known = new Map<string, boolean>();
	let reading = false;

	async function lookUp(queues: string[]): Promise<void> {
		for (const name of queues) known.set(name, false);
		for (const name of await queuesWaiting(database, queues)) known.set(name, true);
	}

	async function takeFrom(name: string): Promise<void> {
		const waits = known.get(name) === true;
		if (waits) known.set(name, false);
		const taken = await take(name, waits);
		if (waits && taken !== 'all') known.set(name, true);
		if (taken === 'some') toRead.add(name);
	}

	async function readAll(names: string[]): Promise<void> {
		const failed = new Set<string>();
		const trying = (queues: string[], work: Promise<void>) =>
			work.catch((error: unknown) => {
				log.error({ err: error, queues }, 'queues cannot be read; trying again');
				for (const name of queues) {
					failed.add(name);
					known.delete(name);
				}
			});
		// Most queues are empty, and a fetch from each would cost as much as everything else in a short run.
		const unknown = names.filter((name) => !known.has(name) && hasRoom(name));
		await trying(unknown, lookUp(unknown));
		for (const name of names) if (!failed.has(name)) await trying([name], takeFrom(name));
		if (failed.size === 0) return;
		for (const name of failed) toRead.add(name);
		await new Promise((resolve) => setTimeout(resolve, retryMs));
	}

	async function read(): Promise<void> {
		if (reading) return;
		reading = true;
		while (toRead.size > 0) {
			const names = [...toRead];
			toRead.clear();
			await readAll(names);
		}
		reading = false;
	}

	const look = (queues: readonly string[]) => {
		for (const queue of queues) toRead.add(queue);
		void read();
	};

	return {
		joined: (queue) => {
			known.set(queue, true);
			look([queue]);
		},
		wake: (queue) => {
			known.delete(queue);
			look([queue]);
		},
		look,
		forget: () => known.clear()
	};
}
