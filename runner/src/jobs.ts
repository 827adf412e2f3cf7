/**
 * Shell: the jobs that the site sends. A runner that is not ready declines them; each active job is finished, failed or cancelled, or
 * handed back if the engine is down.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Gateway } from './gateway-client.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';
import { SandboxError } from './sandbox/sandbox-error.ts';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import type { ReportMetrics } from '@cyclelab/contract/measure/report-metrics';
import { encodeEvent, EventTooLarge, type EncodedEvent } from './threads/messages.ts';
import { Unreadable } from './threads/job-threads.ts';

type JobsOptions = {
	/** Runs a job, emits its events up to and including `finished`, and returns the metrics of its report. Rejects if we failed or it was aborted. */
	run: (
		job: Job,
		emit: (encoded: EncodedEvent) => void,
		signal: AbortSignal
	) => Promise<ReportMetrics>;
	/** The connection to the site, once there is one. */
	gateway: () => Pick<Gateway, 'send' | 'sendEvent'> | undefined;
	readiness: Pick<Readiness, 'proof' | 'doubt'>;
	metrics: Pick<Metrics, 'job'>;
	log: Logger;
};

export type Jobs = {
	/** Starts a job, or declines it if the runner is not ready. */
	start: (job: Job) => void;
	/** Stops a job and sends `cancelled`. Unknown runs are ignored. */
	cancel: (run: string) => void;
	/** Stops all jobs without an event: the site has requeued them, or the runner stops. */
	abandon: () => Promise<void>;
	count: () => number;
	/** Milliseconds since the last job was over or the runner began; 0 while there is one. */
	idleMs: () => number;
};

export function createJobs(options: JobsOptions): Jobs {
	const { log, metrics, gateway, readiness } = options;
	const active = new Map<string, { abort: AbortController; done: Promise<void> }>();
	let idleSince = performance.now();
	/** The site requeues the run. */
	const decline = (run: string) => gateway()?.send({ type: 'declined', run });

	const perform = async (job: Job, abort: AbortController) => {
		const counted = metrics.job();
		const emit = (encoded: EncodedEvent) => {
			if (abort.signal.aborted) return;
			send(encoded);
		};
		const send = (encoded: EncodedEvent) => {
			counted.onEvent(encoded);
			gateway()?.sendEvent(job.run, encoded.json);
		};
		const end = (event: RunEvent) => send(encodeEvent(event));
		try {
			abort.signal.throwIfAborted();
			counted.ended('finished', await options.run(job, emit, abort.signal));
		} catch (cause) {
			if (abort.signal.aborted) {
				counted.ended('cancelled');
				// The same run may have been given to this runner again meanwhile; that attempt goes on.
				const isLast = active.get(job.run)?.abort === abort;
				if (abort.signal.reason === 'cancelled' && isLast) end({ type: 'cancelled' });
				return;
			}
			if (cause instanceof SandboxError && cause.code === 'ENGINE_DOWN') {
				log.warn(
					{ err: cause, run: job.run },
					'job handed back: the Docker Engine does not answer'
				);
				counted.ended('handed-back');
				// first the state, so that the site does not give the job to this runner again
				readiness.doubt(cause.message);
				decline(job.run);
				return;
			}
			const id = randomUUID();
			const [code, message] = messageOf(cause);
			log.error({ err: cause, run: job.run, id, code }, 'a job failed');
			counted.ended('failed');
			end({ type: 'failed', code, id, message });
		}
	};

	return {
		count: () => active.size,
		idleMs: () => (active.size > 0 ? 0 : performance.now() - idleSince),
		start: (job) => {
			if (!readiness.proof()) return decline(job.run);
			const before = active.get(job.run);
			if (before && !before.abort.signal.aborted) return;
			const abort = new AbortController();
			// the site may give a run to this runner again before the first attempt has ended
			const begun = before ? before.done.then(() => perform(job, abort)) : perform(job, abort);
			const done = begun.finally(() => {
				if (active.get(job.run)?.abort === abort) active.delete(job.run);
				idleSince = performance.now();
			});
			active.set(job.run, { abort, done });
		},
		cancel: (run) => active.get(run)?.abort.abort('cancelled'),
		abandon: async () => {
			const ending = [...active.values()];
			for (const { abort } of ending) abort.abort('abandoned');
			await Promise.all(ending.map(({ done }) => done));
		}
	};
}

/** Sentences for the learner when the fault is ours. */
const sentences: Record<string, string> = {
	IMAGE_MISSING:
		'The runner has not yet built the image of this compiler. This is not your code; run it again in a minute.',
	CONTAINER_DIED:
		'The sandbox ended before its work was done. This is not your code; run it again.',
	INTERNAL:
		'The runner failed. This is not your code; run it again, and report the id if it happens again.'
};

/** A code, and a sentence for the learner. */
function messageOf(cause: unknown): [string, string] {
	if (cause instanceof EventTooLarge || cause instanceof Unreadable)
		return [cause.code, cause.message];
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
