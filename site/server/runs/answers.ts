/**
 * Shell: a cache of inspections. A repeated request gets the finished run from memory; a request that comes while an equal
 * run is active joins that run. Measured runs are never reused, because their times depend on when they were measured.
 *
 * Two requests are equal if their jobs are equal in everything but the id: sources, flags, compiler, target, the exercise's
 * facts, and the queue. A cached answer is valid while the runner process that produced it is connected, ready, and has the
 * same toolchains (their images are named by content), so that it would produce the same answer again.
 */
import type { RunEvent } from '@cyclelab/runner/schema/job';
import { isLasting } from '@cyclelab/runner/schema/lasting';
import { reportOf } from '@cyclelab/runner/progress';
import { createCache } from '@cyclelab/runner/cache';
import { wholeOf, type Whole } from './compressed.ts';
import { fixed } from '../base/config.ts';
import type { RunnerCard } from './connected.ts';
import type { Sql } from '../store/database.ts';
import type { Hub } from './events.ts';
import { dataOf, opening } from './frames.ts';
import type { EventLog } from './event-log.ts';
import { planKey, type Plan } from './plan.ts';
import type { RunAccepted } from '../../shared/schema.ts';
import { joinRun } from './store.ts';
import { hashOf } from '../base/hash.ts';

export type Answers = {
	/**
	 * Finds the run that answers an inspection: a finished run, an active run, or else the run that `start` starts.
	 * @param mine the key with which the caller may leave the run
	 */
	runFor: (
		plan: Plan,
		mine: string,
		start: () => Promise<RunAccepted>
	) => Promise<RunAccepted | AnsweredBy>;
	/** The event stream of a cached run. */
	streamOf: (run: string) => Whole | undefined;
};

/** `joined`: the run is active, and the caller's key is among the keys that wait for it. */
export type AnsweredBy = { run: string; joined: boolean };

export type AnswersParts = {
	database: Sql;
	hub: Pick<Hub, 'watch'>;
	eventLog: Pick<EventLog, 'drained'>;
	runners: () => readonly RunnerCard[];
};

/** The source of an answer: a process of a runner, and its toolchains. */
type Giver = { id: string; startedAt: string; toolchains: string };

/** A finished run, and its events as they are sent to watchers. */
type CachedAnswer = { run: string; stream: Whole; giver: Giver };

/** A run that is being requested or is active. */
type Open = {
	/** `undefined` if the request failed. */
	run: Promise<string | undefined>;
	/** Resolves when the answer is cached, or will not be. */
	over: Promise<void>;
	close: () => void;
};

export function openAnswers(parts: AnswersParts): Answers {
	const { database, hub } = parts;
	/** Both by plan key. */
	const kept = createCache<CachedAnswer>(fixed.answersBytes, ({ stream }) => stream.plain.length);
	const open = new Map<string, Open>();
	function begin(key: string, run: Promise<string | undefined>): Open {
		const { promise: over, resolve } = Promise.withResolvers<void>();
		const close = () => {
			if (open.get(key) === mine) open.delete(key);
			resolve();
		};
		const mine: Open = { run, over, close };
		open.set(key, mine);
		return mine;
	}

	/** Joins the run if it can be joined; else resolves undefined when its answer is cached or will not be. */
	async function joining(other: Open, mine: string): Promise<string | undefined> {
		const run = await other.run;
		// The end of a run is published before it is stored, and a run that is over cannot be joined.
		if (run !== undefined) await parts.eventLog.drained(run);
		if (run !== undefined && (await joinRun(database, run, hashOf(mine)))) return run;
		await other.over;
		return undefined;
	}

	function giverOf(id: string): Giver | undefined {
		const runner = parts.runners().find((one) => one.id === id);
		if (runner?.state !== 'ready' || runner.startedAt === undefined) return undefined;
		const { startedAt } = runner;
		return { id, startedAt, toolchains: JSON.stringify(runner.toolchains) };
	}

	/** The run with the cached answer, if that is still valid. */
	function answered(key: string): string | undefined {
		const answer = kept.get(key);
		if (!answer) return undefined;
		const now = giverOf(answer.giver.id);
		const { startedAt, toolchains } = answer.giver;
		if (now?.startedAt === startedAt && now.toolchains === toolchains) return answer.run;
		kept.drop(key);
		return undefined;
	}

	/** Caches the events of a run if it finishes without a failure that may be temporary. */
	async function follow(key: string, run: string, { close }: Open): Promise<void> {
		const frames: string[] = [];
		const end = () => {
			const giver = giverOfLasting(frames);
			if (giver) kept.set(key, { run, stream: wholeOf(opening + frames.join('')), giver });
			close();
		};
		let size = 0;
		const send = (frame: string) => {
			size += frame.length;
			// events without the beginning are no answer, and are not cached
			if (size > fixed.answerBytes) frames.length = 0;
			// an event without a number is not part of the history
			else if (frame.startsWith('id: ')) frames.push(frame);
		};
		await hub.watch(run, { seq: 0 }, { send, end });
	}

	function giverOfLasting(frames: readonly string[]): Giver | undefined {
		if (!frames.at(-1)?.includes('\nevent: finished\n')) return undefined;
		const starts = frames.filter((frame) => frame.includes('\nevent: started\n'));
		// a run that was restarted has two beginnings in its history
		if (starts.length !== 1) return undefined;
		// Parsed with the schema when the runner sent them.
		const events = frames.map((frame): RunEvent => JSON.parse(dataOf(frame)));
		const report = reportOf(events);
		return report?.variants.every(isLasting) ? giverOf(report.runner.id) : undefined;
	}

	return {
		streamOf: (run) => kept.find((answer) => answer.run === run)?.stream,
		runFor: async (plan, mine, start) => {
			const key = planKey(plan);
			for (;;) {
				const known = answered(key);
				const other = open.get(key);
				if (known !== undefined) return { run: known, joined: false };
				if (!other) break;
				const run = await joining(other, mine);
				if (run !== undefined) return { run, joined: true };
			}
			const accepting = start();
			const fresh = begin(
				key,
				accepting.then(
					({ id }) => id,
					() => undefined
				)
			);
			try {
				const accepted = await accepting;
				follow(key, accepted.id, fresh).catch(fresh.close);
				return accepted;
			} catch (error) {
				fresh.close();
				throw error;
			}
		}
	};
}
