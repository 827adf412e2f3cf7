/**
 * Shell: gives runs to connected runners. A new run starts at once on a runner with a free slot, or waits in its queue; waiting
 * runs are claimed when slots become free. A run whose runner disconnects is requeued.
 */
import { Job, type RunEvent } from '@cyclelab/contract/schema/job';
import {
	openActiveRuns,
	type ActiveRunsParts,
	type ReceivedEvent,
	type StartedRun
} from './active-runs.ts';
import { inBatches } from '../base/batches.ts';
import { fixed } from '../base/config.ts';
import { errorId } from '../base/errors.ts';
import { openClaims, type Claimed } from './claims.ts';
import type { Connected, RunnerCard } from './connected.ts';
import { readEvents } from './event-store.ts';
import {
	claimRuns,
	endRun,
	heldRuns,
	insertRun,
	waitingQueues,
	type ClaimedRun,
	type NewRun
} from './queue.ts';
import { chooseRunner, createFairQueueing } from './slots.ts';
import type { Bus } from '../store/bus.ts';
import type { Database } from '../store/database.ts';
import type { UnstoredRuns } from './unstored.ts';

type SchedulerParts = ActiveRunsParts & {
	database: Database;
	unstored: UnstoredRuns;
	/** The runners that are connected to this process; the scheduler adds and removes them. */
	connected: Set<Connected>;
	/** All runners, of other site processes too. */
	everybody: () => RunnerCard[];
	/** The state or the load of a runner of this process changed. */
	onChange: () => void;
	bus: Bus;
};

/** Time in which a process with more free slots can claim a run first, ms. Notifications arrive within about 10 ms. */
const deferMs = 100;
/** Runs that join their queues in one transaction. */
const mostJoining = 16;

export type Scheduler = ReturnType<typeof openScheduler>;

export function openScheduler(parts: SchedulerParts) {
	const { database, hub, eventLog, connected, unstored, bus, log } = parts;
	const { instance } = database.session;
	const activeRuns = openActiveRuns(connected, parts);
	const fairQueueing = createFairQueueing(connected, parts.everybody);
	/** Queues left to other processes for `deferMs`, and queues for which that time is over. */
	const deferred = new Set<string>();
	const deferredBefore = new Set<string>();
	/** Free slots that runs will have once a statement in flight is answered. */
	let reserved = 0;
	/** Runs that this process held by the store and that no runner here had, when it was compared last. */
	let lost = new Set<string>();

	async function reserving<T>(slots: number, work: () => Promise<T>): Promise<T> {
		reserved += slots;
		try {
			return await work();
		} finally {
			reserved -= slots;
		}
	}

	/** One statement, which does not wait for the disk; the caller is answered when the run is on disk. */
	async function startAtOnce(run: NewRun, mostOpen: number): Promise<boolean> {
		if (!(await reserving(1, () => insertRun(database, run, mostOpen, instance)))) return false;
		start({ queue: run.queue, job: run.job, kills: 0, history: [] });
		parts.onChange();
		await database.flush();
		return true;
	}

	/** In one transaction, which waits for the disk once: a class starts its runs at the same moment. */
	const enqueue = inBatches(mostJoining, (runs: readonly { run: NewRun; mostOpen: number }[]) =>
		database.transaction(async (sql) => {
			const inserted: boolean[] = [];
			for (const { run, mostOpen } of runs) inserted.push(await insertRun(sql, run, mostOpen));
			return inserted;
		})
	);

	/**
	 * Starts a new run on a free runner, or puts it in its queue. False if its owner has `mostOpen` unfinished runs, a joint run is
	 * unfinished, or a run with this id exists.
	 */
	async function accept(run: NewRun, mostOpen: number): Promise<boolean> {
		const share = fairQueueing.share(run.queue);
		if (share.runs > reserved) {
			if (await startAtOnce(run, mostOpen)) return true;
			// a claim may have found no free slot beside the slot that was reserved
			claims.look();
		}
		// where others may hold the run, this process gets its events only while somebody watches it here
		return join(run, mostOpen, share.isDeferred, () => !bus.hasOthers && hub.expect(run.id));
	}

	/** Puts a new run in its queue. */
	async function join(run: NewRun, mostOpen: number, isDeferred = false, then = () => {}) {
		if (!(await enqueue({ run, mostOpen }))) return false;
		then();
		if (isDeferred) defer(run.queue);
		claims.wake(run.queue);
		queueChanged(run.queue);
		return true;
	}

	/** Starts a run that is not stored, if a slot is free here and no run waits for it. */
	function startUnstored(run: NewRun, mostOpen: number): boolean {
		if (claims.mayWait(run.queue) || unstored.countOf(run.owner) >= mostOpen) return false;
		if (fairQueueing.near(run.queue) <= reserved) return false;
		unstored.begin(run);
		start({ queue: run.queue, job: run.job, kills: 0, history: [] });
		parts.onChange();
		return true;
	}

	/** Gives a run that is not stored a row while it waits and runs. Somebody must watch it. False as for `accept`. */
	async function joinUnstored(run: NewRun, mostOpen: number): Promise<boolean> {
		unstored.wait(run);
		const isIn = await join(run, mostOpen);
		if (!isIn) unstored.left(run.id);
		return isIn;
	}

	function start(run: StartedRun): void {
		const { queue, job, kills, history } = run;
		hub.hold(job.run, history);
		const compilers = job.variants.map((variant) => variant.compiler ?? job.compiler);
		const wanted = { run: job.run, target: job.target, compilers };
		const runner = chooseRunner(connected, queue, wanted, parts.everybody());
		if (runner) activeRuns.give(runner, run);
		else parts.requeue({ id: job.run, queue, kills }, { killed: false });
	}

	/** Watchers here and at other processes get new positions, and other processes may claim what waits. */
	function queueChanged(queue: string): void {
		bus.publish({ kind: 'queue', queue });
		parts.positions.moved();
	}

	function defer(queue: string): void {
		if (deferred.has(queue)) return;
		deferred.add(queue);
		setTimeout(() => {
			deferred.delete(queue);
			deferredBefore.add(queue);
			claims.look();
		}, deferMs).unref();
	}

	/** A claimed run with its history; undefined if its job is of another version of the site, which ends it. */
	async function startable(
		queue: string,
		{ id, job: stored, seq, kills }: ClaimedRun
	): Promise<StartedRun | undefined> {
		const { data: job } = Job.safeParse(stored);
		if (job && seq === 0) unstored.claimed(id);
		if (job)
			return { queue, job, kills, history: seq > 0 ? await readEvents(database, id, 0) : [] };
		await endRun(database, id, { state: 'failed', text: outdatedText() }, instance);
		log.warn({ run: id, queue }, 'ended a run of another version of the site: its job is invalid');
		bus.publish({ kind: 'events', run: id }, 'all');
		return undefined;
	}

	/** Returns how many were claimed; those that cannot start now return to the queue. */
	async function startClaimed(queue: string, most: number): Promise<number> {
		const claimed = await claimRuns(database, queue, most, instance);
		const starting = claimed.map((run) =>
			startable(queue, run).catch((error: unknown) => {
				log.error({ err: error, run: run.id }, 'a claimed run did not start');
				parts.requeue({ ...run, queue }, { killed: false });
			})
		);
		// in the order of the queue
		for (const run of await Promise.all(starting)) if (run) start(run);
		return claimed.length;
	}

	async function claim(queue: string): Promise<Claimed> {
		if (deferred.has(queue)) return 'kept';
		const { runs, isDeferred } = fairQueueing.share(queue, deferredBefore.delete(queue));
		if (isDeferred) defer(queue);
		const most = runs - reserved;
		if (most <= 0) return 'kept';
		const claimed = await reserving(most, () => startClaimed(queue, most));
		if (claimed > 0) {
			queueChanged(queue);
			parts.onChange();
		}
		return claimed === most ? 'more' : 'empty';
	}

	const claims = openClaims(claim, log);

	/** Slots, or the queues that runners here serve, may have changed. */
	const runnersChanged = () => {
		claims.look();
		parts.onChange();
		parts.positions.moved();
	};

	return {
		join: (runner: Connected) => {
			connected.add(runner);
			runnersChanged();
		},
		/** The runner sent a new description or state. */
		changed: (runner: Connected) => {
			if (connected.has(runner)) runnersChanged();
		},
		/** The runner sent data that no waiting run depends on (load, calibrations). */
		updated: parts.onChange,
		/** `killed`: its connection ended without an orderly close, which one of its runs may have caused. */
		leave: (runner: Connected, killed: boolean) => {
			if (!connected.delete(runner)) return;
			activeRuns.requeueAll(runner, killed);
			runnersChanged();
		},
		/** `bytes`: length of the message. */
		received: (runner: Connected, run: string, sent: ReceivedEvent, bytes: number) => {
			if (!activeRuns.received(runner, run, sent, bytes)) return;
			claims.look();
			parts.onChange();
		},
		/** The runner does not begin this run, or cannot continue it: another runner will. */
		declined: (runner: Connected, run: string) => {
			activeRuns.declined(runner, run);
			parts.onChange();
		},
		accept,
		startUnstored,
		joinUnstored,
		/** A run waits in this queue. */
		wake: (queue: string) => claims.wake(queue),
		/** A runner of another process connected or left, so runners here may now serve other queues. */
		look: () => {
			fairQueueing.refresh();
			claims.look();
		},
		/** Cancels a run that a runner of this process has; false if no runner has it. */
		cancel: activeRuns.cancel,
		/** Requeues runs that a runner has had for too long, and reads the store's queues again. */
		sweep: async () => {
			activeRuns.requeueOld(performance.now() - fixed.runSeconds * 1000);
			claims.wake(...(await waitingQueues(database)));
		},
		/**
		 * Compares the runs of this process with the runs that it holds by the store: it stops runs that another process took over
		 * while this process was disconnected from the store, and requeues runs whose claim was not answered.
		 */
		compare: async () => {
			const active = activeRuns.runs();
			await eventLog.drained();
			const asked = performance.now();
			const stored = await heldRuns(database, instance);
			const isLost = (run: string) => !stored.has(run) && unstored.active(run)?.hasRow !== false;
			for (const run of active) if (isLost(run)) activeRuns.lose(run, asked);
			const before = lost;
			lost = new Set([...stored.keys()].filter((run) => !hub.isHeld(run)));
			if (reserved > 0) return;
			for (const [id, queue] of stored)
				if (lost.has(id) && before.has(id))
					parts.requeue({ id, queue, kills: 0 }, { killed: false });
		}
	};
}

/** The last event of a run whose job another version of the site wrote, as it is stored. */
function outdatedText(): string {
	const event: RunEvent = {
		type: 'failed',
		code: 'OUTDATED',
		message:
			'The site was updated while this run waited, and cannot do it the way it was asked for any more. Run it again.',
		id: errorId()
	};
	return JSON.stringify(event);
}
