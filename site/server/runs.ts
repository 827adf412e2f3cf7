/** Shell: what people do with runs: start, look at, cancel. */
import { createHash, createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { RunEvent } from '@cyclelab/runner/schema/job';
import type { Exercise } from '@cyclelab/exercises/schema';
import type { Bus } from './bus.ts';
import { fixed } from './config.ts';
import type { Database } from './database.ts';
import type { Dispatch } from './dispatch.ts';
import { IssuesError, notFound, SiteError } from './errors.ts';
import type { Hub } from './events.ts';
import { newId } from './ids.ts';
import type { Journal } from './journal.ts';
import type { Line } from './line.ts';
import { noticeOf, untimedNotice } from './classes.ts';
import { planRun, type Planned } from './plan.ts';
import type { Queue } from './queue.ts';
import type { RunAccepted, RunRequest, RunnerSummary, RunView } from './schema.ts';
import { readLastEvent } from './event-store.ts';
import { endWaitingRun, findRun, insertRun, joinJoint, type RunRow } from './store.ts';

export type Asker = {
	/** Whose limits it counts against, and whose turn it is: an address, or a participant of a workshop. */
	owner: string;
	/** Unfinished runs they may have. */
	mostOpen: number;
	/** In one room those who ask to measure the same at the same time get one run. */
	room?: string;
};

export type Runs = {
	submit: (request: RunRequest, asker: Asker) => Promise<RunAccepted>;
	view: (id: string) => Promise<RunView | undefined>;
	/** @param whose who does not wait for it any more; of several who wait for one run each leaves once */
	cancel: (id: string, whose: string) => Promise<RunView>;
};

export type RunsParts = {
	database: Database;
	queue: Queue;
	hub: Hub;
	journal: Journal;
	line: Line;
	dispatch: Dispatch;
	bus: Bus;
	exercise: (slug: string) => Exercise | undefined;
	runners: () => RunnerSummary[];
	/** Key of the hash that stands for an address. */
	secret: Buffer;
};

/** Pause before a run that was nobody's is asked for again, ms. */
const cancelAgainMs = 40;

/** When an address has too many unfinished runs, one of them is likely to be done after this, s. */
const openRetrySeconds = 10;

/** Where a run and what it says is found. */
export const acceptedAt = (id: string, slug: string): RunAccepted => ({
	id,
	url: `/api/runs/${id}`,
	events: `/api/runs/${id}/events`,
	page: `/exercises/${slug}?run=${id}`
});

/** Equal for runs that measure the same for one room. */
function jointOf(
	room: string,
	{ job, queue }: Exclude<Planned, { issues: unknown }>
): Buffer | undefined {
	if (!job.phases.includes('measure')) return undefined;
	const question = JSON.stringify([room, queue, { ...job, run: '' }]);
	return createHash('sha256').update(question).digest();
}

export function openRuns(parts: RunsParts): Runs {
	const { database, queue, line } = parts;

	async function viewOf(row: RunRow): Promise<RunView> {
		const view: RunView = {
			id: row.id,
			state: row.state,
			exercise: row.exercise,
			request: row.request,
			createdAt: row.created_at.toISOString(),
			...(row.finished_at ? { finishedAt: row.finished_at.toISOString() } : {})
		};
		if (row.state === 'queued') {
			const place = await line.place(row.id);
			if (!place) return view;
			const { position, waitMs, notice } = place;
			return {
				...view,
				position,
				...(waitMs === undefined ? {} : { waitMs }),
				...(notice === undefined ? {} : { notice })
			};
		}
		if (row.state === 'running') return view;
		const text = await readLastEvent(database, row.id);
		const last = text === undefined ? undefined : RunEvent.parse(JSON.parse(text));
		if (last?.type === 'finished') return { ...view, report: last.report };
		if (last?.type !== 'failed') return view;
		const { code, message, id } = last;
		return { ...view, failure: { code, message, id } };
	}

	async function view(id: string): Promise<RunView | undefined> {
		await parts.journal.drained();
		const row = await findRun(database, id);
		return row && viewOf(row);
	}

	/** The run that has this id already, if the asker asked for the same with it. */
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

	/** Ends a waiting run, or asks the other site processes to end one that a runner of theirs has. */
	async function cancelElsewhere(id: string): Promise<void> {
		const row = await findRun(database, id);
		if (!row) throw notFound('run');
		const ended = await database.transaction(async (sql) => {
			const text = JSON.stringify({ type: 'cancelled' });
			if (!(await endWaitingRun(sql, id, 'cancelled', text))) return false;
			await queue.remove(row.queue, id, sql.boss);
			return true;
		});
		if (!ended) return parts.bus.say({ kind: 'cancel', run: id });
		await parts.hub.catchUp(id);
		line.moved();
		parts.bus.say({ kind: 'line', queue: row.queue });
		parts.bus.say({ kind: 'events', run: id, seq: 0 });
	}

	return {
		view,
		submit: async ({ id: chosen, ...request }, asker) => {
			const exercise = parts.exercise(request.exercise);
			if (!exercise)
				throw new IssuesError([
					{ path: ['exercise'], message: `There is no exercise "${request.exercise}".` }
				]);
			const id = chosen ?? newId();
			const planned = planRun(id, request, exercise, parts.runners());
			if ('issues' in planned) throw new IssuesError(planned.issues);
			const owner = createHmac('sha256', parts.secret).update(asker.owner).digest();
			const { language, compiler } = planned.job;
			// Kept as it was understood, so that it can be repeated when the defaults are others.
			const understood = { ...request, language, compiler };
			const asked = async () =>
				chosen === undefined ? undefined : again(chosen, owner, understood);
			const before = await asked();
			if (before) return before;
			const joint = asker.room === undefined ? undefined : jointOf(asker.room, planned);
			const joined = joint && (await joinJoint(database, joint));
			if (joined) return acceptedAt(joined, exercise.slug);
			const { job, queue: name } = planned;
			const run = { id, request: understood, job, queue: name, owner, ...(joint && { joint }) };
			await queue.ensure(planned.queue);
			const inserted = await parts.dispatch.send(planned.queue, id, (sql) =>
				insertRun(sql, run, asker.mostOpen)
			);
			// the same question, or somebody in the room, was a moment earlier
			const twin = inserted ? undefined : await asked();
			if (twin) return twin;
			const late = !inserted && joint ? await joinJoint(database, joint) : undefined;
			if (late !== undefined) return acceptedAt(late, exercise.slug);
			if (!inserted)
				throw new SiteError(
					429,
					'TOO_MANY_RUNS',
					`You have ${asker.mostOpen} unfinished runs. Wait for one to finish, or cancel one.`,
					{ retryAfterSeconds: openRetrySeconds }
				);
			const all = parts.runners();
			const notice = noticeOf(planned.queue, all) ?? untimedNotice(planned.queue, request, all);
			return {
				...acceptedAt(id, exercise.slug),
				...(notice === undefined ? {} : { notice })
			};
		},
		cancel: async (id) => {
			// a run on its way from a runner that died, or to one, is nobody's for a moment
			for (const until = performance.now() + fixed.cancelMs; ; await pause(cancelAgainMs)) {
				if (!parts.dispatch.cancel(id)) await cancelElsewhere(id);
				const after = await view(id);
				if (!after) throw notFound('run');
				const isOver = after.state !== 'queued' && after.state !== 'running';
				if (isOver || performance.now() > until) return after;
			}
		}
	};
}
