/** Shell: acts on the messages of other site processes on the same store, and on messages that were missed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { inBatches } from './base/batches.ts';
import type { RunnerPresence } from './runners/presence.ts';
import type { EventLog } from './runs/event-store.ts';
import type { Hub } from './runs/events.ts';
import type { RemoteWatchers } from './runs/remote-watchers.ts';
import type { QueuePositions } from './runs/queue-positions.ts';
import type { Scheduler } from './runs/scheduler.ts';
import type { Bus } from './store/bus.ts';

type OtherSitesParts = {
	hub: Hub;
	eventLog: EventLog;
	remoteWatchers: RemoteWatchers;
	positions: QueuePositions;
	presence: RunnerPresence;
	scheduler: Scheduler;
	bus: Bus;
	log: Logger;
};

/**
 * Pause after a reading of the list of runners, ms. Each of N processes says that its part changed up to three times a second; if
 * each of the others then read the list at once, the readings would grow with the square of N.
 */
const readPauseMs = 300;
/** Changes that one reading covers. */
const mostChanges = 1000;
/** Runs of one message, which has 3000 bytes at most. */
const mostRuns = 100;

export function followOtherSites(parts: OtherSitesParts) {
	const { hub, eventLog, positions, presence, remoteWatchers, scheduler, bus, log } = parts;
	const warn = (error: unknown) =>
		log.warn({ err: error }, 'messages of other site processes were not read');
	const refreshRunners = () =>
		presence.refresh().then(() => {
			scheduler.look();
			positions.moved();
		}, warn);
	/** At once if none is going on; what changes meanwhile is read together. */
	const readRunners = inBatches(mostChanges, async (changes: readonly undefined[]) => {
		await refreshRunners();
		await pause(readPauseMs, undefined, { ref: false });
		return changes;
	});
	const catchUp = (run: string) => void hub.catchUp(run).catch(warn);
	bus.on('events', ({ run }) => catchUp(run));
	bus.on('watching', ({ runs }) => {
		for (const run of remoteWatchers.note(runs))
			if (hub.isHeld(run))
				eventLog.drained(run).then(() => bus.publish({ kind: 'events', run }), warn);
	});
	bus.on('runners', () => void readRunners(undefined));
	bus.on('cancel', ({ run }) => void scheduler.cancel(run));
	bus.on('queue', ({ queue }) => {
		positions.moved();
		scheduler.wake(queue);
	});
	/** Repeats the watched runs to processes that did not hear of them, and reads what they stored meanwhile. */
	const keepWatching = async () => {
		const runs = hub.watched();
		for (let from = 0; from < runs.length; from += mostRuns)
			bus.publish({ kind: 'watching', runs: runs.slice(from, from + mostRuns) });
		await hub.catchUpWatched();
	};
	bus.onMissed(() => {
		void keepWatching().catch(warn);
		void scheduler.sweep().catch(warn);
		void refreshRunners();
		void scheduler.compare().catch(warn);
	});
	return {
		keepWatching,
		/** Logs that messages of other processes were not read. */
		warn
	};
}
