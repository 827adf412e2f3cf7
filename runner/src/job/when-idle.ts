/** Shell: what a runner does with its measuring core while it has nothing to do. It gives way the moment there is a job. */
import type { Turns } from '../turns.ts';

export type WhenIdle = {
	turns: Turns;
	/** Whether there is no job and jobs could be done. */
	isIdle: () => boolean;
	/** How often we look whether somebody else wants the core, ms. */
	lookMs: number;
};

/**
 * Does `work`, whose signal is aborted when somebody else wants the core or `closing` is. Resolves to whether it was
 * begun; rejects as `work` does.
 */
export async function whenIdle(
	{ turns, isIdle, lookMs }: WhenIdle,
	closing: AbortSignal,
	work: (signal: AbortSignal) => Promise<void>
): Promise<boolean> {
	if (closing.aborted || !isIdle()) return false;
	const giveWay = new AbortController();
	const look = setInterval(() => {
		if (!isIdle() || turns.waiting() > 0) giveWay.abort(new Error('a job came'));
	}, lookMs);
	try {
		await work(AbortSignal.any([closing, giveWay.signal]));
		return true;
	} finally {
		clearInterval(look);
	}
}

/** Resolves after so many milliseconds, or when the signal is aborted. Alone it is no reason for the runner to stay. */
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
 * The core's turns as the runner's own pastimes take them: one after another, and only the first of them stands in the
 * core's line, so that none gives way to another as it would to a job.
 */
export function behindOneAnother(core: Turns, own: Turns): Turns {
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
