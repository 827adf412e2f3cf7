/** Shell: the jobs this runner has in hand. Each is finished, failed or cancelled, or handed back if the engine is lost. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';
import { SandboxError } from './sandbox/sandbox-error.ts';
import type { Job, RunEvent } from './schema/job.ts';
import { checkTellable, Untellable } from './tellable.ts';

export type JobsOptions = {
	/** Does a job, emitting its events up to and including `finished`. Rejects if we failed or it was aborted. */
	run: (job: Job, emit: (event: RunEvent) => void, signal: AbortSignal) => Promise<void>;
	send: (run: string, event: RunEvent) => void;
	/** The engine was lost under a job: it cannot be done here for now, and waits for whoever can. */
	handBack: (run: string, why: string) => void;
	metrics: Pick<Metrics, 'job'>;
	log: Logger;
};

export type Jobs = {
	start: (job: Job) => void;
	/** Stops a job; its learner hears `cancelled`. Unknown runs are ignored. */
	cancel: (run: string) => void;
	/** Stops everything without a word: the site has handed the jobs to others, or we are going away. */
	abandon: () => Promise<void>;
	count: () => number;
	/** Milliseconds since the last job was over or the runner began; 0 while there is one. */
	idleMs: () => number;
};

export function createJobs(options: JobsOptions): Jobs {
	const { log, metrics } = options;
	const inHand = new Map<string, { abort: AbortController; done: Promise<void> }>();
	let idleSince = performance.now();

	const perform = async (job: Job, abort: AbortController) => {
		const counted = metrics.job();
		/** Why something of it could not be said: it ends by that, and no other job does. */
		let untold: { cause: unknown } | undefined;
		const emit = (event: RunEvent) => {
			if (abort.signal.aborted) return;
			try {
				checkTellable(event);
			} catch (cause) {
				untold = { cause };
				return abort.abort(cause);
			}
			counted.heard(event);
			options.send(job.run, event);
		};
		try {
			abort.signal.throwIfAborted();
			await options.run(job, emit, abort.signal);
			if (untold) throw untold.cause;
			counted.ended('finished');
		} catch (cause) {
			if (abort.signal.aborted && !untold) {
				counted.ended('cancelled');
				// One that was given to us again meanwhile goes on.
				const isLast = inHand.get(job.run)?.abort === abort;
				if (abort.signal.reason === 'cancelled' && isLast)
					options.send(job.run, { type: 'cancelled' });
				return;
			}
			if (cause instanceof SandboxError && cause.code === 'ENGINE_DOWN') {
				log.warn({ err: cause, run: job.run }, 'a job is handed back: the engine is lost');
				counted.ended('handed-back');
				return options.handBack(job.run, cause.message);
			}
			const id = randomUUID();
			const [code, message] = wordsOf(untold ? untold.cause : cause);
			log.error({ err: cause, run: job.run, id, code }, 'a job failed');
			counted.ended('failed');
			options.send(job.run, { type: 'failed', code, id, message });
		}
	};

	return {
		count: () => inHand.size,
		idleMs: () => (inHand.size > 0 ? 0 : performance.now() - idleSince),
		start: (job) => {
			const before = inHand.get(job.run);
			if (before && !before.abort.signal.aborted) return;
			const abort = new AbortController();
			// a run that was taken from us may be given to us again before its first attempt is tidied up
			const begun = before ? before.done.then(() => perform(job, abort)) : perform(job, abort);
			const done = begun.finally(() => {
				if (inHand.get(job.run)?.abort === abort) inHand.delete(job.run);
				idleSince = performance.now();
			});
			inHand.set(job.run, { abort, done });
		},
		cancel: (run) => inHand.get(run)?.abort.abort('cancelled'),
		abandon: async () => {
			const ending = [...inHand.values()];
			for (const { abort } of ending) abort.abort('abandoned');
			await Promise.all(ending.map(({ done }) => done));
		}
	};
}

/** What a learner reads when the fault is ours. */
const sentences: Record<string, string> = {
	IMAGE_MISSING:
		'The runner has not yet built the image of this compiler. This is not your code; run it again in a minute.',
	CONTAINER_DIED:
		'The sandbox ended before its work was done. This is not your code; run it again.',
	INTERNAL: 'The runner failed. This is not your code; run it again, and report the id if it stays.'
};

/** A code, and a sentence for the learner. */
function wordsOf(cause: unknown): [string, string] {
	if (cause instanceof Untellable) return [cause.code, cause.message];
	const code = codeOf(cause);
	return [code, sentences[code] ?? sentences['INTERNAL'] ?? code];
}

function codeOf(cause: unknown): string {
	if (
		cause instanceof Error &&
		'code' in cause &&
		typeof cause.code === 'string' &&
		cause.code in sentences
	)
		return cause.code;
	return 'INTERNAL';
}
