/** Shell: starts, reads and cancels runs. */
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { RunEvent } from '@cyclelab/runner/schema/job';
import type { Exercise } from '@cyclelab/exercises/schema';
import type { Bus } from '../store/bus.ts';
import { fixed } from '../base/config.ts';
import type { Database } from '../store/database.ts';
import type { Dispatch } from './dispatch.ts';
import { IssuesError, notFound, SiteError } from '../base/errors.ts';
import type { Hub } from './events.ts';
import { newId } from '../base/ids.ts';
import type { EventLog } from './event-log.ts';
import type { QueuePositions } from './queue-positions.ts';
import { needsCore, noticeOf, untimedNotice } from './classes.ts';
import type { Answers } from './answers.ts';
import { planKey, planRun, type Plan } from './plan.ts';
import type { Queue } from './queue.ts';
import type { Reports } from './reports.ts';
import { isOver } from '../../shared/run-state.ts';
import type { RunAccepted, RunRequest, RunnerSummary, RunView } from '../../shared/schema.ts';
import { readLastEvent } from './event-store.ts';
import { endWaitingRun, findRun, insertRun, joinJoint, leaveRun, type RunRow } from './store.ts';
import { hashOf } from '../base/hash.ts';

export type Asker = {
	/** The owner in rate limits and fair queueing: an address, or a participant of a workshop. */
	owner: string;
	/** Unfinished runs they may have. */
	mostOpen: number;
	/** In a workshop, equal requests to measure at the same time share one run. */
	room?: string;
};

export type Runs = {
	submit: (request: RunRequest, asker: Asker) => Promise<RunAccepted>;
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

export type RunsParts = {
	database: Database;
	queue: Queue;
	hub: Hub;
	eventLog: EventLog;
	reports: Reports;
	positions: QueuePositions;
	dispatch: Dispatch;
	answers: Answers;
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
	/** The key with which the caller may leave the run. */
	key: string;
	asker: Asker;
};

const notYours = () =>
	new SiteError(
		403,
		'NOT_YOURS',
		'Only those who started or joined a run can cancel it. Send DELETE to the address that POST /api/runs gave as "cancel".'
	);

export function openRuns(parts: RunsParts): Runs {
	const { database, queue, positions } = parts;

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
		const known = await head(id);
		if (known?.state !== 'finished') return known;
		const report = await parts.reports.read(id, fixed.pageReportBytes);
		return report === undefined || report === 'too large' ? known : { ...known, report };
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
		const ended = await database.transaction(async (sql) => {
			const text = JSON.stringify({ type: 'cancelled' });
			if (!(await endWaitingRun(sql, id, 'cancelled', text))) return false;
			await queue.remove(row.queue, id, sql.boss);
			return true;
		});
		if (!ended) return parts.bus.publish({ kind: 'cancel', run: id });
		await parts.hub.catchUp(id);
		positions.moved();
		parts.bus.publish({ kind: 'queue', queue: row.queue });
		parts.bus.publish({ kind: 'events', run: id, seq: 0 });
	}

	/** Stores a planned run and puts it in its queue, unless the same run is there already. */
	async function start({ id, chosen, request, plan, key, asker }: Start): Promise<RunAccepted> {
		const { job, queue: name } = plan;
		const { exercise: slug, language, compiler } = job;
		const hash = hashOf(key);
		const owner = createHmac('sha256', parts.secret).update(asker.owner).digest();
		// Stored with its defaults filled in, so that it can be repeated after a change of the defaults.
		const understood = { ...request, language, compiler };
		const asked = async () => (chosen ? again(id, owner, understood) : undefined);
		const before = await asked();
		if (before) return before;
		const joint = asker.room === undefined ? undefined : jointOf(asker.room, plan);
		const joined = joint && (await joinJoint(database, joint, hash));
		if (joined) return acceptedAt(joined, slug, key);
		const asks = { id, request: understood, job, queue: name };
		const run = { ...asks, owner, key: hash, ...(joint && { joint }) };
		const inserted = await parts.dispatch.send(name, { id, job }, (sql, holder) =>
			insertRun(sql, run, asker.mostOpen, holder)
		);
		// an equal request, of this caller or of the same workshop, was stored a moment earlier
		const twin = inserted ? undefined : await asked();
		if (twin) return twin;
		const late = !inserted && joint ? await joinJoint(database, joint, hash) : undefined;
		if (late !== undefined) return acceptedAt(late, slug, key);
		if (!inserted)
			throw new SiteError(
				429,
				'TOO_MANY_RUNS',
				`You have ${asker.mostOpen} unfinished runs. Wait for one to finish, or cancel one.`,
				{ retryAfterSeconds: openRetrySeconds }
			);
		const all = parts.runners();
		const notice = noticeOf(name, all) ?? untimedNotice(name, request, all);
		return { ...acceptedAt(id, slug, key), ...(notice === undefined ? {} : { notice }) };
	}

	return {
		view,
		head,
		submit: async ({ id: chosen, ...request }, asker) => {
			const exercise = parts.exercise(request.exercise);
			if (!exercise)
				throw new IssuesError([
					{ path: ['exercise'], message: `There is no exercise "${request.exercise}".` }
				]);
			const id = chosen ?? newId();
			const key = newId();
			const plan = planRun(id, request, exercise, parts.runners());
			if ('issues' in plan) throw new IssuesError(plan.issues);
			const begin = () => start({ id, chosen: chosen !== undefined, request, plan, key, asker });
			// A run whose id the caller chose may be old, so it answers no other caller's request.
			if (chosen !== undefined || needsCore(plan.job)) return begin();
			const given = await parts.answers.runFor(plan, key, begin);
			return 'run' in given
				? acceptedAt(given.run, exercise.slug, given.joined ? key : undefined)
				: given;
		},
		cancel: async (id, key) => {
			const others = key === undefined ? undefined : await leaveRun(database, id, hashOf(key));
			if (others !== 0) {
				const now = await head(id);
				if (!now) throw notFound('run');
				if (others === undefined) throw notYours();
				return now;
			}
			// a run that is being requeued or assigned has no holder for a moment
			for (const until = performance.now() + fixed.cancelMs; ; await pause(cancelAgainMs)) {
				if (!parts.dispatch.cancel(id)) await cancelElsewhere(id);
				const after = await head(id);
				if (!after) throw notFound('run');
				if (isOver(after.state) || performance.now() > until) return after;
			}
		}
	};
}
