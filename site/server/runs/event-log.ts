/**
 * Shell: writes events and ends of runs to the store, in order and asynchronously. Watchers get events first; the database
 * follows within a tenth of a second, many events in one statement, and catches up after it was unreachable.
 */
import type { Logger } from 'pino';
import type { Bus } from '../store/bus.ts';
import type { Database, Statements } from '../store/database.ts';
import type { Queue, Taken } from './queue.ts';
import type { RunState } from '../../shared/schema.ts';
import { insertEvents } from './event-store.ts';
import { endRuns } from './store.ts';

export type LogEntry =
	| { kind: 'event'; run: string; seq: number; text: string }
	| { kind: 'end'; taken: Taken; state: RunState; done: () => void }
	/** Any other action that must follow the entries written before. */
	| { kind: 'then'; act: () => Promise<void> };

export type EventLog = {
	write: (entry: LogEntry) => void;
	/** Resolves when everything written so far, about this run or about all, is in the store. */
	drained: (run?: string) => Promise<void>;
	/** Number of entries that are not in the store yet. */
	behind: () => number;
};

const retryMs = 250;
/**
 * Time in which events are gathered for one statement, ms. They are stored at once when a run ends, somebody reads the
 * store, or other site processes may have watchers.
 */
const gatherMs = 50;

export function openEventLog(database: Database, queue: Queue, bus: Bus, log: Logger): EventLog {
	const entries: LogEntry[] = [];
	const { instance } = database.session;
	let waiting: { past: number; resolve: () => void }[] = [];
	let written = 0;
	let stored = 0;
	/** Entries that are no events. */
	let pressing = 0;
	let running = false;
	let gathering: NodeJS.Timeout | undefined;

	/** Stores the entries up to the next action, or performs the action. Returns what it stored. */
	async function apply(): Promise<LogEntry[]> {
		const at = entries.findIndex(({ kind }) => kind === 'then');
		const batch = entries.slice(0, at < 0 ? entries.length : Math.max(1, at));
		const events = batch.filter((entry) => entry.kind === 'event');
		const ends = batch.filter((entry) => entry.kind === 'end');
		const store = async (sql: Statements) => {
			await insertEvents(sql, events, instance);
			if (ends.length === 0) return;
			const ended = await endRuns(
				sql,
				ends.map(({ taken, state }) => ({ id: taken.run, state })),
				instance
			);
			for (const { taken } of ends) if (ended.has(taken.run)) await queue.complete(taken, sql.boss);
		};
		// Without a transaction, a crash may leave a run with its last event and without its end: `requeueAbandoned` ends it.
		if (ends.every(({ taken }) => taken.retryCount === undefined)) await store(database);
		else await database.transaction(store);
		for (const { run, seq } of events) bus.publish({ kind: 'events', run, seq });
		for (const { done } of ends) done();
		for (const entry of batch) if (entry.kind === 'then') await entry.act();
		return batch;
	}

	async function run(): Promise<void> {
		do {
			try {
				const batch = await apply();
				entries.splice(0, batch.length);
				stored += batch.length;
				pressing -= batch.filter(({ kind }) => kind !== 'event').length;
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
		} while (isUrgent());
		running = false;
		schedule();
	}

	const isUrgent = () =>
		entries.length > 0 && (pressing > 0 || waiting.length > 0 || bus.hasOthers);

	const begin = () => {
		clearTimeout(gathering);
		gathering = undefined;
		if (running) return;
		running = true;
		// after this turn of the event loop, to batch entries written in the same turn
		setImmediate(run);
	};
	const schedule = () => {
		if (isUrgent()) begin();
		else if (entries.length > 0 && !running) gathering ??= setTimeout(begin, gatherMs);
	};

	return {
		write: (entry) => {
			entries.push(entry);
			written++;
			if (entry.kind !== 'event') pressing++;
			schedule();
		},
		drained: async (run) => {
			if (!entries.some((entry) => run === undefined || concerns(entry, run))) return;
			const { promise, resolve } = Promise.withResolvers<void>();
			waiting.push({ past: written, resolve });
			schedule();
			await promise;
		},
		behind: () => written - stored
	};
}

/** An action may concern any run. */
function concerns(entry: LogEntry, run: string): boolean {
	if (entry.kind === 'then') return true;
	return run === (entry.kind === 'event' ? entry.run : entry.taken.run);
}
