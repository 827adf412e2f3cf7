/** One at a time, in order, telling those who wait where they stand. Guards the measuring core. */

/** Leaves the line or gives the place back; safe to call twice. */
export type Release = () => void;

export type Turns = {
	/**
	 * Resolves when it is our turn. `onPosition` is called with 1, 2, ... (1 = next) while waiting and never if the
	 * place was free. Rejects with the signal's reason if aborted while waiting.
	 */
	take: (onPosition: (position: number) => void, signal: AbortSignal) => Promise<Release>;
	waiting: () => number;
};

type Waiter = { start: () => void; onPosition: (position: number) => void };

export function createTurns(): Turns {
	let busy = false;
	const line: Waiter[] = [];

	const announce = () => line.forEach((waiter, index) => waiter.onPosition(index + 1));
	const next = () => {
		const waiter = line.shift();
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
		waiting: () => line.length,
		take: (onPosition, signal) =>
			new Promise((resolve, reject) => {
				if (signal.aborted) return reject(signal.reason);
				if (!busy) {
					busy = true;
					return resolve(releaseOnce());
				}
				const leave = () => {
					line.splice(line.indexOf(waiter), 1);
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
				line.push(waiter);
				onPosition(line.length);
			})
	};
}
