/**
 * Shell: writes events and ends of runs to the store, in order and asynchronously. Watchers get events first; the database
 * follows within milliseconds, several events in one statement, and catches up after it was unreachable.
 */
import type { Logger } from 'pino';
import type { Bus } from '../store/bus.ts';
import type { Database } from '../store/database.ts';
import type { Queue, Taken } from './queue.ts';
import type { RunState } from '../../shared/run-state.ts';
import { insertEvents } from './event-store.ts';
import { endRun } from './store.ts';

export type Entry =
	| { kind: 'event'; run: string; seq: number; text: string }
	| { kind: 'end'; taken: Taken; state: RunState; done: () => void }
	/** Any other action that must follow the entries written before. */
	| { kind: 'then'; act: () => Promise<void> };

export type EventLog = {
	write: (entry: Entry) => void;
	/** Resolves when everything written so far is in the store. */
	drained: () => Promise<void>;
	/** Number of entries that are not in the store yet. */
	behind: () => number;
};

const retryMs = 250;

export function openEventLog(database: Database, queue: Queue, bus: Bus, log: Logger): EventLog {
	const entries: Entry[] = [];
	const { instance } = database.session;
	let waiting: { past: number; resolve: () => void }[] = [];
	let written = 0;
	let stored = 0;
	let running = false;

	async function apply(first: Entry): Promise<number> {
		if (first.kind === 'event') {
			const stop = entries.findIndex((entry) => entry.kind !== 'event');
			const events = entries
				.slice(0, stop < 0 ? entries.length : stop)
				.filter((entry) => entry.kind === 'event');
			await insertEvents(database, events, instance);
			for (const { run, seq } of events) bus.publish({ kind: 'events', run, seq });
			return events.length;
		}
		if (first.kind === 'end') {
			const { taken, state } = first;
			await database.transaction(async (sql) => {
				if (await endRun(sql, taken.run, state, instance)) await queue.complete(taken, sql.boss);
			});
			first.done();
		} else await first.act();
		return 1;
	}

	async function run(): Promise<void> {
		running = true;
		for (let first = entries[0]; first; first = entries[0]) {
			try {
				const count = await apply(first);
				entries.splice(0, count);
				stored += count;
				const ready = waiting.filter((one) => one.past <= stored);
				waiting = waiting.filter((one) => one.past > stored);
				ready.forEach((one) => one.resolve());
			} catch (error) {
				log.error(
					{ err: error, waiting: entries.length },
					'the store does not take events; trying again'
				);
				await new Promise((resolve) => setTimeout(resolve, retryMs));
			}
		}
		running = false;
	}

	return {
		write: (entry) => {
			entries.push(entry);
			written++;
			// after this turn of the event loop, to batch entries written in the same turn
			if (!running) {
				running = true;
				setImmediate(run);
			}
		},
		drained: () =>
			written === stored
				? Promise.resolve()
				: new Promise((resolve) => waiting.push({ past: written, resolve })),
		behind: () => written - stored
	};
}
