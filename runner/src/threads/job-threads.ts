/**
 * Shell: the pool of threads that run jobs. The main thread keeps answering the site whatever a sandbox wrote: a job whose
 * output takes too long or too much memory to parse is ended, and no other.
 */
import { Worker } from 'node:worker_threads';
import type { Job } from '../schema/job.ts';
import type { Stage } from '../schema/failure.ts';
import type { ReportMetrics } from '../measure/report-metrics.ts';
import type { EncodedEvent } from '../event-encoder.ts';
import {
	fromSentError,
	type ContextData,
	type FromThread,
	type ThreadData,
	type ToThread
} from './messages.ts';
import { serveJob, type MainThreadParts } from './call-server.ts';
import { createThreadPool } from './thread-pool.ts';

/** The outputs of a job took more time or memory to parse than the limit. The learner sees `code` and the message. */
export class Unreadable extends Error {
	override name = 'Unreadable';
	readonly code = 'UNREADABLE';
}

export type JobThreadsOptions = {
	served: MainThreadParts;
	/** The values for a job, read when it begins. */
	circumstances: () => ContextData;
	onStageSeconds: (stage: Stage, seconds: number) => void;
	/** Threads that are kept; a job beyond them may wait a moment (`thread-pool.ts`). */
	kept: number;
	limits?: Partial<ThreadLimits>;
};

export type ThreadLimits = {
	/** A thread whose event loop stands still for this long is ended, ms. */
	stillMs: number;
	/** JavaScript heap of a thread, MiB. Bytes of outputs come on top, which `sandbox/limits.ts` bounds. */
	heapMiB: number;
};

/** Parsing takes some ms and some MiB, for the largest listing 1 s and 150 MiB; a busy machine needs ten times as long. */
const limitsByDefault: ThreadLimits = { stillMs: 20_000, heapMiB: 512 };
/** Interval of checks of a thread's beats, ms. */
const lookMs = 250;

export type JobThreads = {
	/** Runs a job. Rejects with `Unreadable` if its outputs could not be read within the limits. */
	run: (
		job: Job,
		onEvent: (encoded: EncodedEvent) => void,
		signal: AbortSignal
	) => Promise<ReportMetrics>;
	/** Ends all threads; their jobs reject. */
	close: () => Promise<void>;
};

type Thread = {
	worker: Worker;
	beats: Int32Array;
	/** It has loaded its program and beats. */
	isReady: boolean;
	jobs: number;
};

export function createJobThreads(options: JobThreadsOptions): JobThreads {
	const limits = { ...limitsByDefault, ...options.limits };
	const all = new Set<Thread>();

	const start = (): Thread => {
		const beats = new Int32Array(new SharedArrayBuffer(4));
		const worker = new Worker(new URL('./job-thread.ts', import.meta.url), {
			workerData: { beats } satisfies ThreadData,
			resourceLimits: { maxOldGenerationSizeMb: limits.heapMiB }
		});
		const thread: Thread = { worker, beats, isReady: false, jobs: 0 };
		worker.once('message', () => (thread.isReady = true));
		all.add(thread);
		worker.unref();
		// An idle thread that fails is dropped on its exit; a job in it listens for itself.
		worker.on('error', () => {});
		worker.on('exit', () => {
			all.delete(thread);
			pool.drop(thread);
		});
		return thread;
	};
	const pool = createThreadPool({
		kept: options.kept,
		start,
		end: ({ worker }) => void worker.terminate()
	});

	return {
		run: async (job, onEvent, signal) => {
			const thread = await pool.take();
			try {
				return await perform(thread, job, onEvent, signal);
			} finally {
				pool.giveBack(thread);
			}
		},
		close: async () => {
			pool.close();
			await Promise.all([...all].map(({ worker }) => worker.terminate()));
		}
	};

	async function perform(
		thread: Thread,
		job: Job,
		onEvent: (encoded: EncodedEvent) => void,
		signal: AbortSignal
	): Promise<ReportMetrics> {
		const { worker } = thread;
		const serial = ++thread.jobs;
		const post = (message: ToThread, move: readonly ArrayBuffer[] = []) =>
			worker.postMessage(message, [...move]);
		const serving = serveJob(options.served, post);
		const over = Promise.withResolvers<ReportMetrics>();
		const onMessage = (message: FromThread) => {
			if (message.type === 'call') serving.call(message);
			else if (message.type === 'stop') serving.stop(message.id);
			else if (message.type === 'stageSeconds')
				options.onStageSeconds(message.stage, message.seconds);
			else if (message.type === 'event' && message.serial === serial) onEvent(message.encoded);
			else if (message.type === 'done' && message.serial === serial) {
				const { result } = message;
				if ('error' in result) over.reject(fromSentError(result.error));
				else over.resolve(result.metrics);
			}
		};
		const onError = (cause: unknown) => {
			pool.drop(thread);
			over.reject(outOfMemory(cause) ? tooLarge() : cause);
		};
		const onExit = () => over.reject(new Error('the thread of a job ended'));
		const onAbort = () => post({ type: 'abort', serial, reason: String(signal.reason) });
		worker.on('message', onMessage);
		worker.on('error', onError);
		worker.on('exit', onExit);
		const stopWatching = watch(thread, () => {
			pool.drop(thread);
			over.reject(tooLong());
			void worker.terminate();
		});
		try {
			signal.throwIfAborted();
			signal.addEventListener('abort', onAbort, { once: true });
			post({ type: 'job', serial, job, circumstances: options.circumstances() });
			return await over.promise;
		} finally {
			stopWatching();
			signal.removeEventListener('abort', onAbort);
			worker.off('message', onMessage);
			worker.off('error', onError);
			worker.off('exit', onExit);
			serving.close();
		}
	}

	/**
	 * Counts checks without a beat, not milliseconds: if this thread was blocked too, only one check comes late. A new thread
	 * is not watched until it has loaded its program.
	 */
	function watch(thread: Thread, onStill: () => void): () => void {
		const { beats } = thread;
		let last = Atomics.load(beats, 0);
		let still = 0;
		const timer = setInterval(() => {
			const now = Atomics.load(beats, 0);
			still = thread.isReady && now === last ? still + 1 : 0;
			last = now;
			if (still * lookMs >= limits.stillMs) onStill();
		}, lookMs);
		return () => clearInterval(timer);
	}

	function tooLong() {
		return new Unreadable(
			`What the tools wrote about this code could not be read within ${limits.stillMs / 1000} seconds. Make the code smaller, or let it write less.`
		);
	}

	function tooLarge() {
		return new Unreadable(
			`Reading what the tools wrote about this code takes more than ${limits.heapMiB} MiB of memory. Make the code smaller, or let it write less.`
		);
	}
}

const outOfMemory = (cause: unknown) =>
	cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
