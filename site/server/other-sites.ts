/** Shell: acts on the messages of other site processes on the same store, and on messages that were missed. */
import type { Logger } from 'pino';
import type { RunnerPresence } from './runners/presence.ts';
import type { Dispatch } from './runs/dispatch.ts';
import type { EventLog } from './runs/event-log.ts';
import type { Hub } from './runs/events.ts';
import type { QueuePositions } from './runs/queue-positions.ts';
import { ownRuns } from './runs/store.ts';
import type { Bus } from './store/bus.ts';
import type { Database } from './store/database.ts';

export type OtherSitesParts = {
	database: Database;
	hub: Hub;
	positions: QueuePositions;
	eventLog: EventLog;
	presence: RunnerPresence;
	dispatch: Dispatch;
	bus: Bus;
	log: Logger;
};

export function followOtherSites(parts: OtherSitesParts) {
	const { database, hub, positions, eventLog, presence, dispatch, bus, log } = parts;
	const warn = (error: unknown) =>
		log.warn({ err: error }, 'messages of other site processes were not read');
	const refreshRunners = () =>
		presence.refresh().then(() => {
			dispatch.look();
			positions.moved();
		}, warn);
	const catchUp = (run: string) => void hub.catchUp(run).catch(warn);
	/** Stops the runs that another process took over while this process was disconnected from the store. */
	const loseStrays = async () => {
		const held = dispatch.held();
		if (held.length === 0) return;
		await eventLog.drained();
		const asked = performance.now();
		const own = await ownRuns(database, held, database.session.instance);
		for (const run of held) if (!own.has(run)) dispatch.lose(run, asked);
	};
	bus.on('events', ({ run }) => catchUp(run));
	bus.on('runners', () => void refreshRunners());
	bus.on('cancel', ({ run }) => void dispatch.cancel(run));
	bus.on('queue', ({ queue }) => {
		positions.moved();
		dispatch.wake(queue);
	});
	bus.onMissed(() => {
		hub.unheld().forEach(catchUp);
		dispatch.sweep();
		void refreshRunners();
		void loseStrays().catch(warn);
	});
	return {
		loseStrays,
		/** Logs that messages of other processes were not read. */
		warn
	};
}
