/** Shell: idle tasks on the measuring core, aborted as soon as there is a job. */
import type { CoreQueue } from '../core-queue.ts';

type IdleOptions = {
	coreQueue: CoreQueue;
	/** Whether there is no job and jobs could be done. */
	isIdle: () => boolean;
	/** Interval of checks whether a job wants the core, ms. */
	lookMs: number;
};

/**
 * Does `work`, whose signal is aborted when a job wants the core or when `closing` is aborted. Resolves to whether it was
 * begun; rejects as `work` does.
 */
export async function whenIdle(
	{ coreQueue, isIdle, lookMs }: IdleOptions,
	closing: AbortSignal,
	work: (signal: AbortSignal) => Promise<void>
): Promise<boolean> {
	if (closing.aborted || !isIdle()) return false;
	const giveWay = new AbortController();
	const look = setInterval(() => {
		if (!isIdle() || coreQueue.waiting() > 0) giveWay.abort(new Error('a job came'));
	}, lookMs);
	try {
		await work(AbortSignal.any([closing, giveWay.signal]));
		return true;
	} finally {
		clearInterval(look);
	}
}

/** Resolves after so many milliseconds, or when the signal is aborted. The timer does not keep the process alive. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) return resolve();
		const done = () => {
			clearTimeout(timer);
			signal.removeEventListener('abort', done);
			resolve();
		};
		const timer = setTimeout(done, ms);
		timer.unref();
		signal.addEventListener('abort', done);
	});
}

/**
 * The core queue for the runner's own idle tasks: they queue behind one another, and only the first is in the core's queue,
 * so that an idle task does not give way to another idle task, as it would to a job.
 */
export function queueBehind(core: CoreQueue, own: CoreQueue): CoreQueue {
	return {
		waiting: core.waiting,
		take: async (onPosition, signal) => {
			const leave = await own.take(() => {}, signal);
			try {
				const release = await core.take(onPosition, signal);
				return () => {
					release();
					leave();
				};
			} catch (cause) {
				leave();
				throw cause;
			}
		}
	};
}
