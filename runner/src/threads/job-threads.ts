/**
 * Shell: the pool of threads that run jobs. The main thread keeps answering the site whatever a sandbox wrote: a job whose
 * output takes too long or too much memory to parse is ended, and no other. The main thread answers the calls of a job's thread, and
 * releases what the job held at its end.
 */
import { Worker } from 'node:worker_threads';
import type { Job } from '@cyclelab/contract/schema/job';
import type { Stage } from '@cyclelab/contract/schema/failure';
import type { ReportMetrics } from '@cyclelab/contract/measure/report-metrics';
import {
	type EncodedEvent,
	fromSentError,
	type ContextData,
	type FromThread,
	type ThreadData,
	type ToThread,
	lastingCalls,
	toSentError,
	sendable,
	type CallName,
	type Calls,
	type CacheName,
	type Notice
} from './messages.ts';
import { createForeground, type Foreground } from './foreground.ts';
import { createThreadPool } from './thread-pool.ts';
import { defined } from '@cyclelab/contract/defined';
import { LRUCache } from 'lru-cache';
import type { JobContext } from '../job/job-context.ts';
import { SandboxError } from '../sandbox/sandbox-error.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { Release } from '../core-queue.ts';

/** The outputs of a job took more time or memory to parse than the limit. The learner sees `code` and the message. */
export class Unreadable extends Error {
	override name = 'Unreadable';
	readonly code = 'UNREADABLE';
}

type JobThreadsOptions = {
	served: MainThreadParts;
	/** The values for a job, read when it begins. */
	circumstances: () => ContextData;
	onStageSeconds: (stage: Stage, seconds: number) => void;
	/** Threads that are kept; a job beyond them may wait a moment (`thread-pool.ts`). */
	kept: number;
	limits?: Partial<ThreadLimits>;
};

export type ThreadLimits = {
	/** A thread is ended when its event loop stands still while it uses so much processor time, ms. */
	processorMs: number;
	/** And when it stands still for so long, whatever it waits for, ms. */
	stillMs: number;
	/** JavaScript heap of a thread, MiB. Bytes of outputs come on top, which `sandbox/limits.ts` bounds. */
	heapMiB: number;
};

/**
 * Parsing takes some ms and some MiB, for the largest listing 1 s and 150 MiB. Processor time, because a busy machine takes many
 * times as long for the same work.
 */
const limitsByDefault: ThreadLimits = { processorMs: 20_000, stillMs: 120_000, heapMiB: 512 };
/** Interval of checks of a thread's beats, ms. */
const lookMs = 250;

type JobThreads = {
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
	const foreground = createForeground();

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
		const leave = foreground.enter();
		const serving = serveJob(options.served, post, { leave, quiet: foreground.quiet });
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
		const { beats, worker } = thread;
		let last = Atomics.load(beats, 0);
		let still = 0;
		/** Processor time of the thread when it began to stand still, ms; another promise each time it does. */
		let before: Promise<number> | undefined;
		const timer = setInterval(() => {
			const now = Atomics.load(beats, 0);
			still = thread.isReady && now === last ? still + 1 : 0;
			last = now;
			if (still === 0) before = undefined;
			else if (still * lookMs >= limits.stillMs) onStill();
			else {
				const began = (before ??= processorTime(worker));
				Promise.all([began, processorTime(worker)]).then(
					([from, to]) => {
						if (before === began && to - from >= limits.processorMs) onStill();
					},
					// A thread that ended has no processor time; `onExit` is told.
					() => {}
				);
			}
		}, lookMs);
		return () => {
			before = undefined;
			clearInterval(timer);
		};
	}

	function tooLong() {
		return new Unreadable(
			`Reading what the tools wrote about this code takes more than ${limits.processorMs / 1000} seconds of processor time. Make the code smaller, or let it write less.`
		);
	}

	function tooLarge() {
		return new Unreadable(
			`Reading what the tools wrote about this code takes more than ${limits.heapMiB} MiB of memory. Make the code smaller, or let it write less.`
		);
	}
}

/** Processor time of a thread since it began, ms. */
async function processorTime(worker: Worker): Promise<number> {
	const { user, system } = await worker.cpuUsage();
	return (user + system) / 1000;
}

const outOfMemory = (cause: unknown) =>
	cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Caches of values as the bytes that a job's thread made of them. */
type CachedBytes = Record<
	CacheName,
	{
		get: (key: string) => Uint8Array | undefined;
		set: (key: string, value: Uint8Array) => void;
	}
>;

/** Inspections with their programs, bytes as the job threads serialised them. */
const inspectionBytesKept = 128 * 1024 * 1024;
/** Second opinions; each is some kB. */
const opinionsKept = 256;

export const createCaches = (): CachedBytes => ({
	inspections: new LRUCache({
		maxSize: inspectionBytesKept,
		sizeCalculation: ({ byteLength }) => byteLength
	}),
	opinions: new LRUCache({ max: opinionsKept })
});

/** The parts of a job context that stay in the main thread. */
type MainThreadParts = Pick<JobContext, 'takeSandbox' | 'takeWhole' | 'coreQueue' | 'calibrate'> & {
	kept: CachedBytes;
};

type Post = (message: ToThread, move?: readonly ArrayBuffer[]) => void;
type Call = Extract<FromThread, { type: 'call' }>;
/** A call as it is answered: its signal, and notices to its caller. */
type CallContext = { signal: AbortSignal; notice: (notice: Notice) => (position?: number) => void };
type Handlers = {
	[Name in CallName]: (
		args: Calls[Name]['args'],
		around: CallContext
	) => Promise<Calls[Name]['answer']> | Calls[Name]['answer'];
};

/** @param inFront the job's place among those that somebody waits for */
function serveJob(
	served: MainThreadParts,
	post: Post,
	inFront: { leave: () => void } & Pick<Foreground, 'quiet'>
) {
	const sandboxes = new Map<number, PooledSandbox>();
	const turns = new Map<number, Release>();
	const signals = new Map<number, AbortController>();
	let lastHandle = 0;
	let closed = false;

	/** Keeps a resource for the job; after the job's end it is released at once. */
	const hold = <Thing>(
		things: Map<number, Thing>,
		thing: Thing,
		giveBack: (thing: Thing) => void
	) => {
		if (closed) {
			giveBack(thing);
			throw new SandboxError('CLOSED', 'The job is over.');
		}
		things.set(++lastHandle, thing);
		return lastHandle;
	};
	const held = <Thing>(things: Map<number, Thing>, handle: number): Thing => {
		const thing = things.get(handle);
		if (thing === undefined) throw new SandboxError('CLOSED', 'It was given back.');
		return thing;
	};
	const lend = (sandbox: PooledSandbox) => ({
		handle: hold(sandboxes, sandbox, (pooledSandbox) => pooledSandbox.retire()),
		container: sandbox.container
	});
	const gone = <Thing>(things: Map<number, Thing>, handle: number): Thing | undefined => {
		const thing = things.get(handle);
		things.delete(handle);
		return thing;
	};

	const answers: Handlers = {
		takeSandbox: async ([kind, image], { signal, notice }) =>
			lend(
				await served.takeSandbox(kind, image, {
					onHeld: notice('onHeld'),
					onReleased: notice('onReleased'),
					signal
				})
			),
		takeWhole: async ([image], { signal, notice }) =>
			lend(
				await served.takeWhole(image, signal, {
					onHeld: notice('onHeld'),
					onWait: notice('onWait')
				})
			),
		run: ([sandbox, command], { signal }) => held(sandboxes, sandbox).run(command, signal),
		get: ([sandbox, artifact]) => held(sandboxes, sandbox).get(artifact),
		put: async ([sandbox, artifact, bytes]) => {
			const { buffer, byteOffset, byteLength } = bytes;
			const whole = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
			await held(sandboxes, sandbox).put(artifact, whole);
			return undefined;
		},
		dispose: async ([sandbox]) => {
			await gone(sandboxes, sandbox)?.dispose();
			return undefined;
		},
		retire: ([sandbox]) => void gone(sandboxes, sandbox)?.retire(),
		takeTurn: async (_, { signal, notice }) => {
			inFront.leave();
			return hold(turns, await served.coreQueue.take(notice('onPosition'), signal), (release) =>
				release()
			);
		},
		release: ([turn]) => void gone(turns, turn)?.(),
		calibrate: () => served.calibrate(),
		giveWay: async ([mostMs], { signal }) => {
			inFront.leave();
			await inFront.quiet(mostMs, signal);
			return undefined;
		},
		cached: ([what, key]) => served.kept[what].get(key),
		store: ([what, key, value]) => void served.kept[what].set(key, value)
	};

	const answer = async ({ id, name, args }: Call) => {
		const stop = new AbortController();
		signals.set(id, stop);
		const notice = (notice: Notice) => (position?: number) =>
			post({ type: 'notice', id, notice, ...defined({ position }) });
		try {
			if (closed) throw new SandboxError('CLOSED', 'The job is over.');
			// The arguments fit the name: the thread runs this program's code.
			const act = answers[name] as (args: unknown[], around: CallContext) => unknown;
			const value = await act(args, { signal: stop.signal, notice });
			const move: ArrayBuffer[] = [];
			post({ type: 'answer', id, value: movable(value, name !== 'cached', move) }, move);
		} catch (cause) {
			post({ type: 'refused', id, error: toSentError(cause) });
		} finally {
			if (!lastingCalls.includes(name)) signals.delete(id);
		}
	};

	return {
		call: (call: Call) => void answer(call),
		stop: (id: number) => signals.get(id)?.abort(new Error('stopped')),
		/** Gives everything back, and aborts the calls that are not answered yet. */
		close: () => {
			closed = true;
			inFront.leave();
			const isOver = new Error('the job is over');
			for (const signal of signals.values()) signal.abort(isOver);
			for (const sandbox of sandboxes.values()) sandbox.retire();
			for (const release of turns.values()) release();
			for (const all of [signals, sandboxes, turns]) all.clear();
		}
	};
}

/** A value with its bytes in memory of their own, which `move` collects. */
function movable(value: unknown, owned: boolean, move: ArrayBuffer[]): unknown {
	if (value instanceof Uint8Array) {
		const bytes = sendable(value, owned);
		move.push(bytes.buffer);
		return bytes;
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	if (value instanceof Map)
		return new Map([...value].map(([name, one]) => [name, movable(one, owned, move)]));
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => [name, movable(one, owned, move)])
	);
}
