/**
 * Shell: assigns waiting runs to connected runners. It takes a run from the queue only when a runner has a free slot,
 * passes on the runner's events, and requeues the run when the runner disconnects.
 */
import { serves } from './classes.ts';
import { inBatches } from '../base/batches.ts';
import { fixed } from '../base/config.ts';
import { cardOf, type Connected, type RunnerCard } from './connected.ts';
import type { Bus } from '../store/bus.ts';
import type { Database, Sql } from '../store/database.ts';
import type { Job } from '@cyclelab/runner/schema/job';
import { openActiveRuns, type ActiveRunsParts, type ReceivedEvent } from './active-runs.ts';
import type { Joining, Queue } from './queue.ts';
import { openQueueWatch, type TakenOf } from './queue-watch.ts';
import { chooseRunner, createFairQueueing } from './slots.ts';
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

/** Time in which a process with more free slots can take a run first, ms. Notifications arrive within about 10 ms. */
const deferMs = 100;
/** Runs that join their queues in one transaction. */
const mostJoining = 16;

type Sent = { name: string; run: string; insert: (sql: Sql) => Promise<number | undefined> };

export function openDispatch(parts: DispatchParts): Dispatch {
	const { database, queue, hub, connected, bus, log } = parts;
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

	/** In one transaction, which waits for the disk once: a class starts its runs at the same moment. */
	const join = inBatches(mostJoining, (items: readonly Sent[]) =>
		database.transaction(async (sql) => {
			const joining: (Joining & { name: string })[] = [];
			const hasJoined: boolean[] = [];
			for (const { name, run, insert } of items) {
				const priority = await insert(sql);
				hasJoined.push(priority !== undefined);
				if (priority !== undefined) joining.push({ name, run, priority });
			}
			for (const [name, runs] of Map.groupBy(joining, (one) => one.name))
				await queue.send(name, runs, sql.boss);
			return hasJoined;
		})
	);

	async function send(...[name, run, insert]: Parameters<Dispatch['send']>) {
		const slots = fairQueueing.share(name);
		if (slots !== 'later' && slots > reserved && (await startAtOnce(name, run, insert)))
			return true;
		await queue.ensure(name);
		if (!(await join({ name, run: run.id, insert }))) return false;
		hub.expect(run.id);
		(slots === 'later' ? defer : watch.joined)(name);
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

	async function take(name: string, waits: boolean): Promise<TakenOf> {
		const insist = deferredBefore.delete(name);
		// the notification of a deferred run arrives here as well
		if (!waits || deferred.has(name)) return 'none';
		const slots = fairQueueing.share(name, insist);
		if (slots === 'later') defer(name);
		const most = slots === 'later' ? 0 : slots - reserved;
		if (most <= 0) return 'none';
		await queue.ensure(name);
		const taking = await reserving(most, () => takeRuns(database, queue, name, most));
		if (taking.fetched > 0) {
			startAll(name, taking);
			parts.positions.moved();
		}
		return taking.fetched === most ? 'some' : 'all';
	}

	const { hasRoom } = fairQueueing;
	const watch = openQueueWatch({ database, hasRoom, take, log });
	const { wake } = watch;
	const lookFor = (runner: Connected) => watch.look(serves(cardOf(runner), parts.everybody()));
	const look = () => connected.forEach(lookFor);

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
			lookFor(runner);
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
			watch.forget();
			look();
			activeRuns.requeueOld(performance.now() - fixed.runSeconds * 1000);
		},
		held: activeRuns.runs,
		lose: activeRuns.lose
	};
}
