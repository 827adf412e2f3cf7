/** The queue for the measuring core: one job at a time, in order; waiting jobs are notified of their position. */

/** Releases the core; safe to call twice. */
export type Release = () => void;

export type CoreQueue = {
	/**
	 * Resolves when the caller has the core. `onPosition` is called with 1, 2, ... (1 = next) while waiting, never if the
	 * core was free. Rejects with the signal's reason if aborted while waiting.
	 */
	take: (onPosition: (position: number) => void, signal: AbortSignal) => Promise<Release>;
	waiting: () => number;
};

type Waiter = { start: () => void; onPosition: (position: number) => void };

export function createCoreQueue(): CoreQueue {
	let busy = false;
	const queue: Waiter[] = [];

	const announce = () => queue.forEach((waiter, index) => waiter.onPosition(index + 1));
	const next = () => {
		const waiter = queue.shift();
		if (!waiter) {
			busy = false;
			return;
		}
		waiter.start();
		announce();
	};
	const releaseOnce = (): Release => {
		let released = false;
		return () => {
			if (released) return;
			released = true;
			next();
		};
	};

	return {
		waiting: () => queue.length,
		take: (onPosition, signal) =>
			new Promise((resolve, reject) => {
				if (signal.aborted) return reject(signal.reason);
				if (!busy) {
					busy = true;
					return resolve(releaseOnce());
				}
				const leave = () => {
					queue.splice(queue.indexOf(waiter), 1);
					announce();
					reject(signal.reason);
				};
				const waiter: Waiter = {
					onPosition,
					start: () => {
						signal.removeEventListener('abort', leave);
						resolve(releaseOnce());
					}
				};
				signal.addEventListener('abort', leave, { once: true });
				queue.push(waiter);
				onPosition(queue.length);
			})
	};
}
