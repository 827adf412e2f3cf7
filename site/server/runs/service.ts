/**
 * Shell: starts, reads and cancels runs. A repeated inspection gets the finished run from memory, and joins an equal run that is
 * active. Measured runs are never reused, because their times depend on when they were measured.
 */
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { defined } from '@cyclelab/contract/defined';
import { RunEvent } from '@cyclelab/contract/schema/job';
import type { Exercise } from '@cyclelab/exercises/schema';
import type { Bus } from '../store/bus.ts';
import { fixed } from '../base/config.ts';
import type { Database } from '../store/database.ts';
import { IssuesError, notFound, SiteError } from '../base/errors.ts';
import { type Hub, type RunWatcher, dataOf, opening } from './events.ts';
import type { Logger } from 'pino';
import type { UnstoredRuns } from './unstored.ts';
import { newId } from '../base/ids.ts';
import { type EventLog, readLastEvent, type Reports } from './event-store.ts';
import type { QueuePositions } from './queue-positions.ts';
import { needsCore, noticeOf, planKey, planRun, untimedNotice, type Plan } from './plan.ts';
import {
	countOpen,
	deleteEnded,
	endRun,
	findRun,
	joinJoint,
	joinRun,
	leaveRun,
	type JoinedRun,
	type RunRow,
	type Waiter
} from './queue.ts';
import type { Scheduler } from './scheduler.ts';
import { isOver } from '../../shared/run-state.ts';
import type { RunAccepted, RunRequest, RunnerSummary, RunView } from '../../shared/schema.ts';
import { hashOf } from '../base/hash.ts';
import { isLasting } from '@cyclelab/contract/schema/lasting';
import { reportOf } from '@cyclelab/contract/measure/progress';
import { LRUCache } from 'lru-cache';
import { wholeOf, type Whole } from './compressed.ts';
import type { RunnerCard } from './connected.ts';

export type Asker = {
	/** The owner in rate limits and fair queueing: an address, or a participant of a workshop. */
	owner: string;
	/** Unfinished runs they may have. */
	mostOpen: number;
	/** In a workshop, equal requests to measure at the same time share one run. */
	room?: string;
};

export type RunService = {
	submit: (request: RunRequest, asker: Asker) => Promise<RunAccepted>;
	/**
	 * Inspects for a caller who reads the events as they come, and stores nothing but a row while the run has to wait.
	 * @throws as `submit`, before anything is sent
	 */
	inspect: (
		request: Omit<RunRequest, 'id'>,
		asker: Asker,
		watcher: RunWatcher
	) => Promise<FollowedInspection>;
	/** A run, without its report if that is too large to be parsed for each reader (`fixed.pageReportBytes`). */
	view: (id: string) => Promise<RunView | undefined>;
	/** A run without its report, whatever its size. */
	head: (id: string) => Promise<RunView | undefined>;
	/**
	 * The caller with this key does not wait for the run any more; when no caller waits, the run is cancelled.
	 * @param key from the response that started or joined the run; with any other key this throws and the run continues
	 */
	cancel: (id: string, key: string | undefined) => Promise<RunView>;
};

/** A complete answer; or the function by which the caller stops waiting: a run that nobody waits for is cancelled. */
export type FollowedInspection = { answer: Whole } | { leave: () => void };

type RunServiceParts = {
	database: Database;
	unstored: UnstoredRuns;
	log: Logger;
	hub: Hub;
	eventLog: EventLog;
	reports: Reports;
	positions: QueuePositions;
	scheduler: Scheduler;
	inspections: Inspections;
	bus: Bus;
	exercise: (slug: string) => Exercise | undefined;
	runners: () => RunnerSummary[];
	/** Key of the hash that stands for an address. */
	secret: Buffer;
};

/** Pause before a run without a holder is requested again, ms. */
const cancelAgainMs = 40;

/** When an address has too many unfinished runs, one of them is likely to be done after this, s. */
const openRetrySeconds = 10;

/**
 * Addresses of a run and its events.
 * @param key with which the caller may leave the run
 */
const acceptedAt = (id: string, slug: string, key?: string): RunAccepted => ({
	id,
	url: `/api/runs/${id}`,
	...(key === undefined ? {} : { cancel: `/api/runs/${id}?key=${key}` }),
	events: `/api/runs/${id}/events`,
	page: `/exercises/${slug}?run=${id}`
});

/** Equal for runs that measure the same in one workshop. */
const jointOf = (room: string, plan: Plan): Buffer | undefined =>
	needsCore(plan.job) ? hashOf(`${room} ${planKey(plan)}`) : undefined;

type Start = {
	id: string;
	/** The caller chose the id. */
	chosen: boolean;
	request: Omit<RunRequest, 'id'>;
	plan: Plan;
	/** The key with which the caller may leave the run, and the caller as the store knows them. */
	key: string;
	waiter: Waiter;
	asker: Asker;
};

const notYours = () =>
	new SiteError(
		403,
		'NOT_YOURS',
		'Only those who started or joined a run can cancel it. Send DELETE to the address that POST /api/runs gave as "cancel".'
	);

const tooManyOpen = ({ mostOpen }: Asker) =>
	new SiteError(
		429,
		'TOO_MANY_RUNS',
		`You have ${mostOpen} unfinished runs. Wait for one to finish, or cancel one.`,
		{ retryAfterSeconds: openRetrySeconds }
	);

export function openRunService(parts: RunServiceParts): RunService {
	const { database, hub, positions, scheduler, inspections, unstored } = parts;

	async function headOf(row: RunRow): Promise<RunView> {
		const view: RunView = {
			id: row.id,
			state: row.state,
			exercise: row.exercise,
			request: row.request,
			createdAt: row.created_at.toISOString(),
			...(row.finished_at ? { finishedAt: row.finished_at.toISOString() } : {})
		};
		if (row.state === 'queued') {
			const place = await positions.place(row.id);
			if (!place) return view;
			const { type: _, ...where } = place;
			return { ...view, ...where };
		}
		const text = row.state === 'failed' ? await readLastEvent(database, row.id) : undefined;
		const last = text === undefined ? undefined : RunEvent.parse(JSON.parse(text));
		if (last?.type !== 'failed') return view;
		const { code, message, id } = last;
		return { ...view, failure: { code, message, id } };
	}

	async function head(id: string) {
		await parts.eventLog.drained(id);
		const row = await findRun(database, id);
		return row && headOf(row);
	}

	async function view(id: string): Promise<RunView | undefined> {
		const runHead = await head(id);
		if (runHead?.state !== 'finished') return runHead;
		const found = await parts.reports.read(id, fixed.pageReportBytes);
		return found?.report ? { ...runHead, report: found.report } : runHead;
	}

	/** The run that already has this id, if its request was equal. */
	async function again(
		id: string,
		owner: Buffer,
		request: RunRequest
	): Promise<RunAccepted | undefined> {
		const row = await findRun(database, id);
		if (!row) return undefined;
		if (!row.owner.equals(owner) || !isDeepStrictEqual(row.request, request))
			throw new SiteError(409, 'ID_TAKEN', 'Another run has this id. Ask with a new one.');
		return acceptedAt(id, row.exercise);
	}

	/** Ends a waiting run, or requests the other site processes to end a run that their runner has. */
	async function cancelElsewhere(id: string): Promise<void> {
		const row = await findRun(database, id);
		if (!row) throw notFound('run');
		const text = JSON.stringify({ type: 'cancelled' });
		const ended = await endRun(database, id, { state: 'cancelled', text });
		if (!ended) return parts.bus.publish({ kind: 'cancel', run: id });
		await parts.hub.catchUp(id);
		positions.moved();
		parts.bus.publish({ kind: 'queue', queue: row.queue });
		parts.bus.publish({ kind: 'events', run: id });
	}

	/**
	 * The id of the run that the caller joined. Watchers of its queue get new positions if it moved up; and the queue is read once
	 * more, because a claim skips a run that is being joined.
	 */
	function joined(run: JoinedRun | undefined): string | undefined {
		if (run?.state === 'queued') {
			positions.moved();
			scheduler.wake(run.queue);
			parts.bus.publish({ kind: 'queue', queue: run.queue });
		}
		return run?.id;
	}

	/** Starts a planned run, unless the same run is there already. */
	async function start(asking: Start): Promise<RunAccepted> {
		const { id, chosen, request, plan, key, waiter, asker } = asking;
		const { job, queue } = plan;
		const { exercise: slug, language, compiler } = job;
		// Stored with its defaults filled in, so that it can be repeated after a change of the defaults.
		const understood = { ...request, language, compiler };
		const joint = asker.room === undefined ? undefined : jointOf(asker.room, plan);
		/** The run with this id, or the equal one of the same workshop, which the caller joins. */
		const there = async (): Promise<RunAccepted | undefined> => {
			const twin = chosen ? await again(id, waiter.owner, understood) : undefined;
			if (twin || !joint) return twin;
			const shared = joined(await joinJoint(database, joint, waiter));
			return shared === undefined ? undefined : acceptedAt(shared, slug, key);
		};
		const run = {
			id,
			request: understood,
			job,
			queue,
			needsCore: needsCore(job),
			...waiter,
			...defined({ joint })
		};
		let found = await there();
		while (!found && !(await scheduler.accept(run, asker.mostOpen))) {
			// an equal request was stored a moment earlier; if it is not there any more, it has ended meanwhile
			found = await there();
			if (!found && (await countOpen(database, waiter.owner)) >= asker.mostOpen)
				throw tooManyOpen(asker);
		}
		if (found) return found;
		const all = parts.runners();
		const notice = noticeOf(queue, all) ?? untimedNotice(queue, request, all);
		return { ...acceptedAt(id, slug, key), ...defined({ notice }) };
	}

	/** Joins the run of an equal inspection; else resolves undefined when its answer is cached or will not be. */
	async function joinInspection({ run, over }: ActiveInspection, waiter: Waiter) {
		const id = await run;
		// The end of a run is published before it is stored, and a run that is over cannot be joined.
		if (id !== undefined) await parts.eventLog.drained(id);
		const joining = id === undefined ? undefined : joined(await joinRun(database, id, waiter));
		if (joining === undefined) await over;
		return joining;
	}

	/** The stored run that answers an inspection: a finished run, an active run, or else a new run. */
	async function inspect(asked: Start): Promise<RunAccepted> {
		const { plan, key, waiter } = asked;
		const { exercise: slug } = plan.job;
		const equal = planKey(plan);
		for (;;) {
			const finished = inspections.finished(equal);
			if (finished?.isStored) return acceptedAt(finished.run, slug);
			const active = inspections.active(equal);
			if (!active?.isStored) break;
			const run = await joinInspection(active, waiter);
			if (run !== undefined) return acceptedAt(run, slug, key);
		}
		const starting = start(asked);
		inspections.follow(equal, starting, { isStored: true, key });
		return starting;
	}

	/** The run that a caller asks for, with its id. */
	function planned({ id: chosen, ...request }: RunRequest, asker: Asker): Start {
		const exercise = parts.exercise(request.exercise);
		if (!exercise)
			throw new IssuesError([
				{ path: ['exercise'], message: `There is no exercise "${request.exercise}".` }
			]);
		const id = chosen ?? newId();
		const key = newId();
		const plan = planRun(id, request, exercise, parts.runners());
		if ('issues' in plan) throw new IssuesError(plan.issues);
		const owner = createHmac('sha256', parts.secret).update(asker.owner).digest();
		const waiter = { owner, key: hashOf(key) };
		return { id, chosen: chosen !== undefined, request, plan, key, waiter, asker };
	}

	async function cancel(id: string, key: string | undefined): Promise<RunView> {
		const others = key === undefined ? undefined : await leaveRun(database, id, hashOf(key));
		if (others !== 0) {
			const now = await head(id);
			if (!now) throw notFound('run');
			if (others === undefined) throw notYours();
			return now;
		}
		// a run that is being requeued or assigned has no holder for a moment
		for (const until = performance.now() + fixed.cancelMs; ; await pause(cancelAgainMs)) {
			if (!scheduler.cancel(id)) await cancelElsewhere(id);
			const after = await head(id);
			if (!after) throw notFound('run');
			if (isOver(after.state) || performance.now() > until) return after;
		}
	}

	/** Callers who follow an unstored run, by its id. */
	const followers = new Map<string, number>();

	/** Nobody follows an unstored run any more: what is left of it is ended and deleted. */
	async function drop(id: string, key: string): Promise<void> {
		if (unstored.active(id)) return void scheduler.cancel(id);
		if (!unstored.left(id)) return;
		if (hub.isActive(id)) await cancel(id, key);
		// the end of a run is published before it is stored
		await parts.eventLog.drained(id);
		await deleteEnded(database, id);
	}

	/** @param key of the caller who started the run */
	async function followUnstored(id: string, key: string, watcher: RunWatcher) {
		followers.set(id, 1 + (followers.get(id) ?? 0));
		const stop = await hub.watch(id, { seq: 0 }, watcher);
		return () => {
			const others = (followers.get(id) ?? 1) - 1;
			if (others > 0) followers.set(id, others);
			else {
				followers.delete(id);
				void drop(id, key).catch((error: unknown) =>
					parts.log.warn({ err: error, run: id }, 'an inspection that was not to be stored is kept')
				);
			}
			stop();
		};
	}

	/** Starts an inspection in memory, or gives it a row in its queue. Nobody can ask for it by its id. */
	async function startUnstored(asked: Start, watcher: RunWatcher): Promise<() => void> {
		const { id, request, plan, key, waiter, asker } = asked;
		const { job, queue } = plan;
		const understood = { ...request, language: job.language, compiler: job.compiler };
		const run = { id, request: understood, job, queue, needsCore: false, ...waiter };
		if (scheduler.startUnstored(run, asker.mostOpen)) return followUnstored(id, key, watcher);
		// watched before it can begin: of a run that is over, nothing is left
		hub.expect(id);
		const leave = await followUnstored(id, key, watcher);
		if (await scheduler.joinUnstored(run, asker.mostOpen)) {
			positions.tell(id);
			return leave;
		}
		leave();
		throw tooManyOpen(asker);
	}

	/** Joins an active inspection of any kind; undefined if it is over. */
	async function followActive(active: ActiveInspection, asked: Start, watcher: RunWatcher) {
		const { key, waiter } = asked;
		if (!active.isStored) {
			const id = await active.run;
			// one that nobody follows is being cancelled
			if (id === undefined || !followers.has(id) || !hub.isActive(id)) return undefined;
			return followUnstored(id, active.key, watcher);
		}
		const id = await joinInspection(active, waiter);
		if (id === undefined) return undefined;
		const stop = await hub.watch(id, { seq: 0 }, watcher);
		positions.tell(id);
		return () => {
			const isActive = hub.isActive(id);
			stop();
			if (isActive) void cancel(id, key).catch(() => undefined);
		};
	}

	return {
		view,
		head,
		submit: async (request, asker) => {
			const asked = planned(request, asker);
			// A run whose id the caller chose may be old, so it answers no other caller's request.
			return asked.chosen || needsCore(asked.plan.job) ? start(asked) : inspect(asked);
		},
		inspect: async (request, asker, watcher) => {
			const asked = planned(request, asker);
			const equal = planKey(asked.plan);
			for (;;) {
				const finished = inspections.finished(equal);
				if (finished) return { answer: finished.stream };
				const active = inspections.active(equal);
				if (!active) break;
				const leave = await followActive(active, asked, watcher);
				if (leave) return { leave };
				await active.over;
			}
			const starting = startUnstored(asked, watcher);
			const started = starting.then(() => asked);
			inspections.follow(equal, started, { isStored: false, key: asked.key });
			return { leave: await starting };
		},
		cancel
	};
}

/**
 * The inspections that answer others, by the key of their plans (`planKey`): sources, flags, compiler, target, the exercise's facts
 * and the queue. A cached answer is valid while the runner process that produced it is connected, ready, and has the same toolchains
 * (their images are named by content), so that it would produce the same answer again.
 */
export type Inspections = {
	/** The finished run with the cached answer, if that is still valid. */
	finished: (key: string) => CachedAnswer | undefined;
	/** The run of an equal plan that is being requested or is active. */
	active: (key: string) => ActiveInspection | undefined;
	/** A run of this plan is being requested: equal requests find it from now on, and its answer is cached. */
	follow: (key: string, requested: Promise<{ id: string }>, how: Starter) => void;
	/** The event stream of a cached run. */
	streamOf: (run: string) => Whole | undefined;
};

/** Whether the run is stored, and the key of the caller who started it. */
type Starter = { isStored: boolean; key: string };

type ActiveInspection = Starter & {
	/** `undefined` if the request failed. */
	run: Promise<string | undefined>;
	/** Resolves when the answer is cached, or will not be. */
	over: Promise<void>;
};

type InspectionsParts = {
	hub: Pick<Hub, 'watch'>;
	runners: () => readonly RunnerCard[];
	/** Days after its end at which an inspection is deleted. */
	keptDays: number;
};

/** The source of an answer: a process of a runner, and its toolchains. */
type AnswerSource = { id: string; startedAt: string; toolchains: string };

/** A finished run, and its events as they are sent to watchers. */
type CachedAnswer = { run: string; isStored: boolean; stream: Whole; source: AnswerSource };

export function openInspections({ hub, runners, keptDays }: InspectionsParts): Inspections {
	/** Both by plan key. */
	const cached = new LRUCache<string, CachedAnswer>({
		maxSize: fixed.answersBytes,
		// the run is deleted then
		ttl: keptDays * 86_400_000,
		sizeCalculation: ({ stream }) => stream.plain.length
	});
	const open = new Map<string, ActiveInspection>();

	function sourceOf(id: string): AnswerSource | undefined {
		const runner = runners().find((runner) => runner.id === id);
		if (runner?.state !== 'ready' || runner.startedAt === undefined) return undefined;
		const { startedAt } = runner;
		return { id, startedAt, toolchains: JSON.stringify(runner.toolchains) };
	}

	function finished(key: string): CachedAnswer | undefined {
		const answer = cached.get(key);
		if (!answer) return undefined;
		const now = sourceOf(answer.source.id);
		const { startedAt, toolchains } = answer.source;
		if (now?.startedAt === startedAt && now.toolchains === toolchains) return answer;
		cached.delete(key);
		return undefined;
	}

	/** Caches the events of a run if it finishes without a failure that may be temporary. Resolves when it is over. */
	async function cacheEvents(key: string, run: string, isStored: boolean): Promise<void> {
		const frames: string[] = [];
		const { promise: over, resolve } = Promise.withResolvers<void>();
		let size = 0;
		const send = (frame: string) => {
			size += frame.length;
			// events without the beginning are no answer, and are not cached
			if (size > fixed.answerBytes) frames.length = 0;
			// an event without a number is not part of the history
			else if (frame.startsWith('id: ')) frames.push(frame);
		};
		await hub.watch(run, { seq: 0 }, { send, end: resolve });
		await over;
		const source = sourceOfLasting(frames);
		const stream = () => wholeOf(opening + frames.join(''));
		if (source) cached.set(key, { run, isStored, stream: stream(), source });
	}

	function sourceOfLasting(frames: readonly string[]): AnswerSource | undefined {
		if (!frames.at(-1)?.includes('\nevent: finished\n')) return undefined;
		const starts = frames.filter((frame) => frame.includes('\nevent: started\n'));
		// a run that was restarted has two beginnings in its history
		if (starts.length !== 1) return undefined;
		// Parsed with the schema when the runner sent them.
		const events = frames.map((frame): RunEvent => JSON.parse(dataOf(frame)));
		const report = reportOf(events);
		return report?.variants.every(isLasting) ? sourceOf(report.runner.id) : undefined;
	}

	return {
		finished,
		active: (key) => open.get(key),
		follow: (key, requested, how) => {
			const { promise: over, resolve } = Promise.withResolvers<void>();
			const run = requested.then(
				({ id }) => id,
				() => undefined
			);
			const active = { ...how, run, over };
			open.set(key, active);
			const close = () => {
				if (open.get(key) === active) open.delete(key);
				resolve();
			};
			requested.then(({ id }) => cacheEvents(key, id, how.isStored)).then(close, close);
		},
		streamOf: (run) => cached.find((answer) => answer.run === run)?.stream
	};
}
