/** Jobs that somebody waits for the assembly of, and work that can wait until they have it. Pure. */

export type Foreground = {
	/** A job begins; call what it returns when nobody waits for its first results any more. */
	enter: () => () => void;
	/** Resolves when there is no such job, or after so many milliseconds, or when the signal is aborted. */
	quiet: (mostMs: number, signal: AbortSignal) => Promise<void>;
};

export function createForeground(): Foreground {
	const jobs = new Set<object>();
	const waiting = new Set<() => void>();
	return {
		enter: () => {
			const job = {};
			jobs.add(job);
			return () => {
				jobs.delete(job);
				if (jobs.size === 0) for (const resolve of waiting) resolve();
			};
		},
		quiet: (mostMs, signal) => {
			if (jobs.size === 0 || mostMs <= 0 || signal.aborted) return Promise.resolve();
			return new Promise((resolve) => {
				const done = () => {
					clearTimeout(timer);
					waiting.delete(done);
					signal.removeEventListener('abort', done);
					resolve();
				};
				const timer = setTimeout(done, mostMs);
				waiting.add(done);
				signal.addEventListener('abort', done, { once: true });
			});
		}
	};
}
