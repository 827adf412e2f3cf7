/**
 * Shell: inspections that were answered before. Who asks the same again gets the run that answered it, from memory; who
 * asks while it is being answered joins that run. Measured runs never are: their times belong to a moment.
 *
 * The same question is a job that is equal in everything but its name: sources, flags, compiler, target, the exercise's
 * facts, and the line it would wait in. An answer counts as long as the runner's process that gave it is connected, ready,
 * and has the toolchains it had, whose images are named by their content: then it would be given again.
 */
import type { Exercise } from '@cyclelab/exercises/schema';
import { contentKey } from '@cyclelab/runner/cache';
import type { RunEvent } from '@cyclelab/runner/schema/job';
import { isLasting } from '@cyclelab/runner/schema/lasting';
import { wholeOf } from './compressed.ts';
import { fixed } from './config.ts';
import type { RunnerCard } from './connected.ts';
import type { Sql } from './database.ts';
import type { Hub } from './events.ts';
import { opening } from './frames.ts';
import type { Journal } from './journal.ts';
import { keepAnswers, type Giver, type Streams } from './kept-answers.ts';
import { planRun } from './plan.ts';
import { acceptedAt, type Runs } from './runs.ts';
import type { RunRequest } from './schema.ts';
import { joinRun, leaveRun } from './store.ts';

export type Answers = Runs & {
	/** What a run said whose answer is kept: all of it, and its last word. */
	streamOf: (run: string) => Streams | undefined;
};

export type AnswersParts = {
	database: Sql;
	hub: Pick<Hub, 'watch'>;
	journal: Pick<Journal, 'drained'>;
	exercise: (slug: string) => Exercise | undefined;
	runners: () => readonly RunnerCard[];
};

/** A run that is being asked for, or answered. */
type Open = {
	/** `undefined` if it came to nothing. */
	run: Promise<string | undefined>;
	/** Resolves when its answer is kept, or will not be. */
	over: Promise<void>;
	close: () => void;
};

/** `runs`, with answers that were given before in front of it. */
export function answering(runs: Runs, parts: AnswersParts): Answers {
	const { database, hub } = parts;
	const kept = keepAnswers(fixed.answersBytes);
	/** By what they ask. */
	const open = new Map<string, Open>();
	/** Runs that others wait for, with who does not any more. */
	const left = new Set<string>();
	const remember = (name: string) => {
		left.add(name);
		for (const oldest of left) {
			if (left.size <= fixed.leaversKept) break;
			left.delete(oldest);
		}
	};

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

	/** The run, if it can be joined; else nothing, when its answer is kept or will not be. */
	async function joining(other: Open): Promise<string | undefined> {
		const run = await other.run;
		// The end of a run is heard before it is in the store, and one that is over is nobody's to join.
		await parts.journal.drained();
		if (run !== undefined && (await joinRun(database, run))) return run;
		await other.over;
		return undefined;
	}

	function keyOf(request: RunRequest): { key: string; slug: string } | undefined {
		const exercise = request.stages.includes('measure')
			? undefined
			: parts.exercise(request.exercise);
		const planned = exercise && planRun('', request, exercise, parts.runners());
		if (!planned || 'issues' in planned) return undefined;
		const key = contentKey(planned);
		return { key, slug: exercise.slug };
	}

	function giverOf(id: string): Giver | undefined {
		const runner = parts.runners().find((one) => one.id === id);
		if (runner?.state !== 'ready' || runner.startedAt === undefined) return undefined;
		const { startedAt } = runner;
		return { id, startedAt, toolchains: JSON.stringify(runner.toolchains) };
	}

	/** The run that answered this, if its answer still counts. */
	function answered(key: string): string | undefined {
		const answer = kept.get(key);
		if (!answer) return undefined;
		const now = giverOf(answer.giver.id);
		const { startedAt, toolchains } = answer.giver;
		if (now?.startedAt === startedAt && now.toolchains === toolchains) return answer.run;
		kept.drop(key);
		return undefined;
	}

	/** Keeps what a run says, if it ends well. */
	async function follow(key: string, run: string, { close }: Open): Promise<void> {
		const frames: string[] = [];
		const end = () => {
			const giver = giverOfLasting(frames);
			const streamed = (some: readonly string[]) => wholeOf(opening + some.join(''));
			if (giver)
				kept.set(key, { run, stream: streamed(frames), end: streamed(frames.slice(-1)), giver });
			close();
		};
		let size = 0;
		const send = (frame: string) => {
			size += frame.length;
			// without its beginning it is no answer, and is not kept
			if (size > fixed.answerBytes) frames.length = 0;
			// what has no number is about a moment
			else if (frame.startsWith('id: ')) frames.push(frame);
		};
		await hub.watch(run, { seq: 0 }, { send, end });
	}

	function giverOfLasting(frames: readonly string[]): Giver | undefined {
		const starts = frames.filter((frame) => frame.includes('\nevent: started\n'));
		const data = /\ndata: (.*)\n\n$/.exec(frames.at(-1) ?? '')?.[1];
		// one that began anew has a history of its own
		if (starts.length !== 1 || data === undefined) return undefined;
		// Parsed with the schema when a runner said it.
		const last: RunEvent = JSON.parse(data);
		if (last.type !== 'finished') return undefined;
		const { runner, variants } = last.report;
		return variants.every(isLasting) ? giverOf(runner.id) : undefined;
	}

	return {
		...runs,
		streamOf: kept.streamOf,
		submit: async (request, asker) => {
			// One that has its id from who asked may be of another day, so it answers nobody else's question.
			const asked = request.id === undefined ? keyOf(request) : undefined;
			if (!asked) return runs.submit(request, asker);
			const { key, slug } = asked;
			for (;;) {
				const known = answered(key);
				const other = open.get(key);
				if (known === undefined && !other) break;
				const run = known ?? (other && (await joining(other)));
				if (run !== undefined) return acceptedAt(run, slug);
			}
			const accepting = runs.submit(request, asker);
			const mine = begin(
				key,
				accepting.then(
					({ id }) => id,
					() => undefined
				)
			);
			try {
				const accepted = await accepting;
				follow(key, accepted.id, mine).catch(mine.close);
				return accepted;
			} catch (error) {
				mine.close();
				throw error;
			}
		},
		cancel: async (id, whose) => {
			// others may still wait for it, and who has left it has no say in it any more
			const name = `${id} ${whose}`;
			const isLeft = left.has(name) || (await leaveRun(database, id));
			if (isLeft) remember(name);
			const view = isLeft ? await runs.view(id) : undefined;
			return view ?? runs.cancel(id, whose);
		}
	};
}
