/**
 * Shell: assigns waiting runs to connected runners. It takes a run from the queue only when a runner has a free slot,
 * passes on the runner's events, and requeues the run when the runner disconnects.
 */
import { serves } from './classes.ts';
import { fixed } from '../base/config.ts';
import { cardOf, type Connected, type RunnerCard } from './connected.ts';
import type { Bus } from '../store/bus.ts';
import type { Database, Sql } from '../store/database.ts';
import type { Job } from '@cyclelab/runner/schema/job';
import { openActiveRuns, type ActiveRunsParts, type ReceivedEvent } from './active-runs.ts';
import type { Queue } from './queue.ts';
import { chooseRunner, createFairQueueing } from './slots.ts';
import { queuesWaiting } from './store.ts';
import { takeRuns, type Started, type Taking } from './take.ts';

export type Dispatch = {
	join: (runner: Connected) => void;
	/** The runner sent a new description or state. */
	changed: (runner: Connected) => void;
	/** The runner sent data that no waiting run depends on (load, calibrations). */
	updated: () => void;
	/** `killed`: its connection ended without an orderly close, which one of its runs may have caused. */
	leave: (runner: Connected, killed: boolean) => void;
	/** The runner does not begin this run, or cannot continue it: another runner will. */
	declined: (runner: Connected, run: string) => void;
	/** `bytes`: length of the message. */
	received: (runner: Connected, run: string, sent: ReceivedEvent, bytes: number) => void;
	/**
	 * Gives a new run to a free runner, or puts it in its queue, in one transaction with `insert`, which returns the run's
	 * priority. `insert` gets a holder if the run is to start at once. Resolves false if `insert` returns undefined.
	 */
	send: (
		queue: string,
		run: { id: string; job: Job },
		insert: (sql: Sql, holder?: number) => Promise<number | undefined>
	) => Promise<boolean>;
	/** A run waits in this queue. */
	wake: (queue: string) => void;
	/** A runner of another process connected or left, so runners here may now serve other queues. */
	look: () => void;
	/** Cancels a run that a runner of this process has; false if no runner has it. */
	cancel: (run: string) => boolean;
	/** Requeues runs that a runner has had for too long, and checks every queue again. */
	sweep: () => void;
	/** Runs that runners of this process have. */
	held: () => string[];
	/**
	 * This process does not hold the run any more: stops it without publishing an event. `takenBefore`: by
	 * `performance.now()`; a run that was taken again since then is held by this process.
	 */
	lose: (run: string, takenBefore: number) => void;
};

export type DispatchParts = ActiveRunsParts & {
	database: Database;
	queue: Queue;
	/** The runners that are connected to this process; the dispatch adds and removes them. */
	connected: Set<Connected>;
	/** All runners, of other site processes too. */
	everybody: () => RunnerCard[];
	/** The state or the load of a runner of this process changed. */
	onChange: () => void;
	bus: Bus;
};

/** Pause before a queue is read again after the store failed, ms. */
const retryMs = 250;
/** Time in which a process with more free slots can take a run first, ms. Notifications arrive within about 10 ms. */
const deferMs = 100;

export function openDispatch(parts: DispatchParts): Dispatch {
	const { database, queue, hub, connected, bus, log } = parts;
	const dirty = new Set<string>();
	let pumping = false;
	const activeRuns = openActiveRuns(connected, parts);

	const fairQueueing = createFairQueueing(connected, parts.everybody);
	/** Queues left to other processes for `deferMs`, and queues for which that time is over. */
	const deferred = new Set<string>();
	const deferredBefore = new Set<string>();

	function defer(name: string): void {
		if (deferred.has(name)) return;
		deferred.add(name);
		setTimeout(() => {
			deferred.delete(name);
			deferredBefore.add(name);
			wake(name);
		}, deferMs).unref();
	}

	function startAll(name: string, { runs, ended }: Taking): void {
		runs.forEach(start);
		for (const run of ended) {
			log.warn(
				{ run, queue: name },
				'ended a run that another version of the site accepted: its job is incompatible'
			);
			bus.publish({ kind: 'events', run, seq: 0 }, 'all');
		}
		if (runs.length + ended.length > 0) bus.publish({ kind: 'queue', queue: name });
		if (runs.length > 0) parts.onChange();
	}

	/** Free slots that runs will have once a statement in flight is answered. */
	let reserved = 0;
	async function reserving<T>(slots: number, work: () => Promise<T>): Promise<T> {
		reserved += slots;
		try {
			return await work();
		} finally {
			reserved -= slots;
		}
	}

	/** The common case, one statement: no run waits, and a runner is free. False if `insert` did not insert the run. */
	async function startAtOnce(...[name, { id, job }, insert]: Parameters<Dispatch['send']>) {
		const { instance } = database.session;
		const priority = await reserving(1, () => insert(database, instance));
		if (priority === undefined) return false;
		const taken = { run: id, queue: name, retryCount: undefined };
		start({ taken, run: { id, job, seq: 0, kills: 0 }, history: [] });
		parts.onChange();
		// the caller is answered when the run is on disk
		await database.flush();
		return true;
	}

	async function send(...[name, run, insert]: Parameters<Dispatch['send']>) {
		const slots = fairQueueing.share(name);
		if (slots !== 'later' && slots > reserved && (await startAtOnce(name, run, insert)))
			return true;
		await queue.ensure(name);
		const joined = await database.transaction(async (sql) => {
			const priority = await insert(sql);
			if (priority === undefined) return false;
			await queue.send(name, run.id, sql.boss, { priority });
			return true;
		});
		if (!joined) return false;
		(slots === 'later' ? defer : wake)(name);
		parts.positions.moved();
		return true;
	}

	function start(started: Started): void {
		const { taken, run, history } = started;
		hub.hold(run.id, history);
		const runner = chooseRunner(connected, taken.queue, run.job, parts.everybody());
		if (!runner) return parts.requeue(taken, { killed: false, kills: run.kills });
		activeRuns.give(runner, started);
	}

	async function pump(): Promise<void> {
		if (pumping) return;
		pumping = true;
		while (dirty.size > 0) {
			const names = [...dirty];
			dirty.clear();
			const failed = new Set<string>();
			const fails = (error: unknown, queues: string[]) => {
				log.error({ err: error, queues }, 'queues cannot be read; trying again');
				queues.forEach((name) => failed.add(name));
			};
			try {
				// Most queues are empty, and a fetch from each would cost as much as everything else in a short run.
				const waiting = await queuesWaiting(database, names.filter(fairQueueing.hasRoom));
				for (const name of names) {
					const insist = deferredBefore.delete(name);
					if (waiting.has(name))
						await takeFrom(name, insist).catch((error) => fails(error, [name]));
				}
			} catch (error) {
				fails(error, names);
			}
			if (failed.size === 0) continue;
			for (const name of failed) dirty.add(name);
			await new Promise((resolve) => setTimeout(resolve, retryMs));
		}
		pumping = false;
	}

	async function takeFrom(name: string, insist: boolean): Promise<void> {
		// the notification of a deferred run arrives here as well
		if (deferred.has(name)) return;
		const slots = fairQueueing.share(name, insist);
		if (slots === 'later') return defer(name);
		const most = slots - reserved;
		if (most <= 0) return;
		await queue.ensure(name);
		const taking = await reserving(most, () => takeRuns(database, queue, name, most));
		if (taking.fetched === 0) return;
		startAll(name, taking);
		if (taking.fetched === most) dirty.add(name);
		parts.positions.moved();
	}

	const wake = (name: string) => {
		dirty.add(name);
		void pump();
	};
	const wakeFor = (runner: Connected) => serves(cardOf(runner), parts.everybody()).forEach(wake);
	const look = () => connected.forEach(wakeFor);

	return {
		join: (runner) => {
			connected.add(runner);
			look();
			parts.onChange();
			parts.positions.moved();
		},
		changed: (runner) => {
			if (!connected.has(runner)) return;
			look();
			parts.onChange();
			parts.positions.moved();
		},
		updated: parts.onChange,
		leave: (runner, killed) => {
			if (!connected.delete(runner)) return;
			activeRuns.requeueAll(runner, killed);
			look();
			parts.onChange();
			parts.positions.moved();
		},
		received: (runner, run, sent, bytes) => {
			if (!activeRuns.received(runner, run, sent, bytes)) return;
			wakeFor(runner);
			parts.onChange();
		},
		declined: (runner, run) => {
			activeRuns.declined(runner, run);
			parts.onChange();
		},
		send,
		wake,
		look: () => {
			fairQueueing.refresh();
			look();
		},
		cancel: activeRuns.cancel,
		sweep: () => {
			look();
			activeRuns.requeueOld(performance.now() - fixed.runSeconds * 1000);
		},
		held: activeRuns.runs,
		lose: activeRuns.lose
	};
}
