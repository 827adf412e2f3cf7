/**
 * Shell: the active runs of this process's runners: their events, and how a run leaves its runner. Events are in memory
 * until a run is over, and in the store from then on, so their number and bytes are limited. After its runner or its site process disconnected, a
 * run is requeued ahead of runs that were never started; a run during which several runners died fails with SET_ASIDE.
 */
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import type { Logger } from 'pino';
import { fixed } from '../base/config.ts';
import type { Connected, HeldRun, Volume } from './connected.ts';
import { errorId } from '../base/errors.ts';
import type { Hub } from './events.ts';
import {
	type EventLog,
	type StoredEvent,
	insertMoved,
	readEnding,
	storeBatch
} from './event-store.ts';
import type { QueuePositions } from './queue-positions.ts';
import { isOver } from '../../shared/run-state.ts';
import { RunState } from '../../shared/schema.ts';
import type { Bus } from '../store/bus.ts';
import type { Database } from '../store/database.ts';
import { abandonedRuns, endRun, insertHeld, requeueRun } from './queue.ts';
import type { UnstoredRuns } from './unstored.ts';

/** An event, and its JSON if known: `event` may then lack its largest parts (`light-event.ts`). */
export type ReceivedEvent = { event: RunEvent; text: string | undefined };

/**
 * A run that this process holds and gives to a runner. `kills`: runners that died during it. `history`: its earlier events, empty
 * unless it was already on a runner.
 */
export type StartedRun = { queue: string; job: Job; kills: number; history: StoredEvent[] };

type ActiveRuns = {
	give: (runner: Connected, started: StartedRun) => void;
	/** `bytes`: length of the message. Returns true if the event freed a slot of the runner. */
	received: (runner: Connected, run: string, sent: ReceivedEvent, bytes: number) => boolean;
	/** The runner does not begin this run, or cannot continue it. */
	declined: (runner: Connected, run: string) => void;
	/** Requeues all runs of a runner. `killed`: its connection ended without an orderly close. */
	requeueAll: (runner: Connected, killed: boolean) => void;
	/** Requeues the runs that runners have had since before this time (`performance.now()`). */
	requeueOld: (before: number) => void;
	/** Cancels a run that a runner here has; false if no runner has it. */
	cancel: (run: string) => boolean;
	/** Stops a run without publishing an event, unless it was taken after this time (`performance.now()`). */
	lose: (run: string, takenBefore: number) => void;
	runs: () => string[];
};

export type ActiveRunsParts = {
	hub: Hub;
	eventLog: EventLog;
	positions: QueuePositions;
	requeue: Requeue;
	unstored: UnstoredRuns;
	onEnd: (state: RunState, ms: number) => void;
	log: Logger;
};

/** @param connected the runners of this process */
export function openActiveRuns(
	connected: ReadonlySet<Connected>,
	parts: ActiveRunsParts
): ActiveRuns {
	const { hub, eventLog, log } = parts;
	let given = 0;

	const end = (run: string, held: HeldRun, state: RunState) => {
		const ms = performance.now() - held.since;
		const done = () => hub.forget(run);
		const unstored = parts.unstored.ended(run);
		if (!unstored) eventLog.write({ kind: 'end', run, state, done });
		else if (unstored.hasRow) eventLog.write({ kind: 'gone', run, done });
		else done();
		if (state === 'finished') parts.positions.took(held.queue, ms);
		parts.onEnd(state, ms);
	};

	/** Ends a run whatever its runner does. The slot is free when the runner reports the run's end. */
	const stop = (
		runner: Connected,
		run: string,
		held: HeldRun,
		event: Extract<RunEvent, { type: 'cancelled' | 'failed' }>
	) => {
		held.cancelled = true;
		runner.send({ type: 'cancel', run });
		hub.publish(run, event);
		end(run, held, event.type);
	};

	/** A sentence if one more event of this size exceeds a limit. */
	const tooMuch = (runner: Connected, held: HeldRun, bytes: number) => {
		held.received = plus(held.received, bytes);
		const open = [...runner.held.values()].filter(({ cancelled }) => !cancelled);
		return tooMuchSent(
			held.received,
			open.map(({ received }) => received)
		);
	};

	/** Requeues a run, unless it was cancelled meanwhile. */
	const takeAway = (runner: Connected, run: string, how: Reason) => {
		const held = runner.held.get(run);
		if (!held) return;
		runner.held.delete(run);
		if (!held.cancelled) parts.requeue({ id: run, ...held }, how);
	};

	const holderOf = (run: string) =>
		[...connected].find((runner) => runner.held.get(run)?.cancelled === false);

	return {
		give: (runner, { queue, job, kills, history }) => {
			given += 1;
			runner.lastGiven = given;
			runner.held.set(job.run, {
				queue,
				kills,
				since: performance.now(),
				received: volumeOf(history),
				reached: 'nothing',
				cancelled: false
			});
			runner.send({ type: 'job', job });
		},
		received: (runner, run, { event, text }, bytes) => {
			const held = runner.held.get(run);
			if (!held) {
				log.debug(
					{ run, type: event.type },
					'a runner sent an event of a run that it does not have'
				);
				return false;
			}
			if (event.type === 'queued' || event.type === 'moved') {
				log.warn({ run }, 'ignored: only the site publishes queue positions');
				return false;
			}
			if (held.reached !== 'stage') held.reached = event.type === 'stage' ? 'stage' : 'beginning';
			const message = held.cancelled ? undefined : tooMuch(runner, held, bytes);
			if (message !== undefined) {
				log.warn(
					{ run, runner: runner.description.id, ...held.received },
					'a runner sends too many events or bytes'
				);
				stop(runner, run, held, { type: 'failed', code: 'TOO_LARGE', message, id: errorId() });
			}
			if (!held.cancelled) hub.publish(run, event, text);
			if (!isOver(event.type)) return false;
			runner.held.delete(run);
			if (!held.cancelled) end(run, held, RunState.parse(event.type));
			return true;
		},
		declined: (runner, run) => {
			const reached = runner.held.get(run)?.reached;
			takeAway(runner, run, {
				// A job that crashes every Docker Engine must not be retried forever; a job that still waited for a sandbox crashed none.
				killed: reached === 'stage',
				...(reached === 'nothing' ? {} : { from: runner.description.id })
			});
		},
		requeueAll: (runner, killed) => {
			const from = runner.description.id;
			for (const run of [...runner.held.keys()]) takeAway(runner, run, { killed, from });
		},
		requeueOld: (before) => {
			for (const runner of connected)
				for (const [run, { since }] of [...runner.held]) {
					if (since > before) continue;
					runner.send({ type: 'cancel', run });
					takeAway(runner, run, { killed: true, from: runner.description.id });
				}
		},
		cancel: (run) => {
			const runner = holderOf(run);
			const held = runner?.held.get(run);
			if (!runner || !held) return false;
			stop(runner, run, held, { type: 'cancelled' });
			return true;
		},
		lose: (run, takenBefore) => {
			const runner = holderOf(run);
			const held = runner?.held.get(run);
			if (!runner || !held || held.since > takenBefore) return;
			log.warn({ run }, 'another site process has this run by now');
			// the slot is free when the runner reports the run's end
			held.cancelled = true;
			runner.send({ type: 'cancel', run });
			hub.lose(run);
		},
		runs: () =>
			[...connected].flatMap(({ held }) =>
				[...held].flatMap(([run, { cancelled }]) => (cancelled ? [] : [run]))
			)
	};
}

const volumeOf = (history: readonly StoredEvent[]): Volume => ({
	events: history.length,
	bytes: history.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
});

/** The volume with one more event. */
export const plus = ({ events, bytes }: Volume, more: number): Volume => ({
	events: events + 1,
	bytes: bytes + more
});

const mebibytes = (bytes: number) => `${bytes / 2 ** 20} MiB`;
const most = `${mebibytes(fixed.runBytes)} or ${fixed.runEvents.toLocaleString('en')} events`;

/**
 * A sentence for the learner if the run exceeds a limit.
 * @param together volumes of all runs on its runner, including this run
 */
export function tooMuchSent(volume: Volume, together: readonly Volume[]): string | undefined {
	if (volume.bytes > fixed.runBytes || volume.events > fixed.runEvents)
		return `The results of this run are larger than the site keeps (${most}), so it was ended. Run it again with fewer variants or less code.`;
	const bytes = together.reduce((sum, volume) => sum + volume.bytes, 0);
	if (bytes > fixed.runnerBytes)
		return `The results of the runs on this runner are together larger than the site holds (${mebibytes(fixed.runnerBytes)}), so this one was ended. Run it again.`;
	return undefined;
}

/** `kills`: number of runners that died during the run before. */
type Requeue = (run: { id: string; queue: string; kills: number }, why: Reason) => void;

export type Reason = {
	/** The runner died during this run, as far as the site can detect. */
	killed: boolean;
	/** The runner that had it; absent if it was sent to no runner. */
	from?: string;
};

type RequeueParts = {
	database: Database;
	hub: Hub;
	eventLog: EventLog;
	unstored: UnstoredRuns;
	bus: Bus;
	log: Logger;
};

export function openRequeue(parts: RequeueParts): Requeue {
	const { database, hub, eventLog, unstored, bus, log } = parts;

	/** From now on the run is stored like any other: other processes may continue it. */
	function keep(id: string): void {
		const found = unstored.returned(id);
		if (!found) return;
		const { instance } = database.session;
		const act = async () => void (await insertHeld(database, found.run, instance));
		if (!found.hasRow) eventLog.write({ kind: 'then', act });
		for (const { seq, text } of hub.eventsOf(id))
			eventLog.write({ kind: 'event', run: id, seq, text });
	}

	return ({ id, queue, kills }, { killed, from }) => {
		const setAside = killed && kills + 1 >= fixed.kills;
		keep(id);
		if (from !== undefined && !setAside) hub.publish(id, { type: 'moved', from });
		hub.release(id);
		log.warn({ run: id, killed, setAside }, 'requeued a run');
		const act = async () => {
			const { instance } = database.session;
			const end = { state: 'failed' as const, text: setAsideText() };
			if (setAside) await endRun(database, id, end, instance);
			else await requeueRun(database, id, instance, killed);
			// the site wrote its end, not a runner: watchers at other processes must be notified
			if (setAside) bus.publish({ kind: 'events', run: id });
			await hub.catchUp(id);
			bus.publish({ kind: 'queue', queue }, 'all');
		};
		eventLog.write({ kind: 'then', act });
	};
}

/** Requeues the runs of site processes that are gone. Their end does not count as a runner's death. */
export async function requeueAbandoned({
	database,
	hub,
	bus,
	log
}: Omit<RequeueParts, 'eventLog' | 'unstored'>): Promise<void> {
	for (const { id, queue, holder } of await abandonedRuns(database, database.session.instance)) {
		const returned = await database.transaction(async (sql) => {
			// the process died between the run's last event and the update of its state
			const state = await readEnding(sql, id);
			if (state) await storeBatch(sql, { events: [], ends: [{ run: id, state }] }, holder);
			else if ((await requeueRun(sql, id, holder, false)) !== undefined)
				return { moved: await insertMoved(sql, id) };
			return undefined;
		});
		if (!returned) continue;
		log.warn({ run: id }, 'requeued a run of a site process that is gone');
		if (returned.moved !== undefined) bus.publish({ kind: 'events', run: id });
		await hub.catchUp(id);
		bus.publish({ kind: 'queue', queue }, 'all');
	}
}

function setAsideText(): string {
	const event: RunEvent = {
		type: 'failed',
		code: 'SET_ASIDE',
		message:
			`${fixed.kills} times a runner or its Docker Engine stopped working over this run, so it was set aside. ` +
			'Run it again; if that ends the same way, report it to the operator of this site.',
		id: errorId()
	};
	return JSON.stringify(event);
}
