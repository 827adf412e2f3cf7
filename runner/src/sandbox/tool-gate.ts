/**
 * Either tools work, or somebody measures with every core. Who measures waits until what works now has ended; what comes
 * later waits until the measurement is over. Both end by themselves (every step has a wall clock, and so has every
 * process that is measured), and neither needs the other to end: nobody waits for ever.
 */
import type { Release } from '../turns.ts';

/** Hears that work of ours has to wait, and that it goes on. */
export type Held = {
	onHeld?: () => void;
	onReleased?: () => void;
	signal?: AbortSignal | undefined;
};

export type ToolGate = {
	/** Resolves or rejects as `act`, which begins at once or after the measurement. Rejects with the signal's reason if
	 * aborted before it has begun. */
	work: <Result>(act: () => Promise<Result>, held?: Held) => Promise<Result>;
	/**
	 * Resolves when nothing works any more; then nothing does until the release. `onWait`: it was not so at once. Rejects
	 * with the signal's reason if aborted before. A measurement that is over may still be tidied up when the next one has
	 * its turn on the measuring core: that one waits for the release.
	 */
	clear: (signal: AbortSignal, onWait?: () => void) => Promise<Release>;
};

export function createToolGate(): ToolGate {
	let working = 0;
	let closed = false;
	let onIdle: (() => void) | undefined;
	const held = new Set<() => void>();

	const open = () => {
		if (!closed) return;
		closed = false;
		for (const goOn of [...held]) goOn();
	};

	return {
		work: async (act, { onHeld, onReleased, signal } = {}) => {
			if (closed) {
				onHeld?.();
				try {
					// Again closed when its turn comes: then it waits once more.
					while (closed) await untilCalled(held, signal);
				} finally {
					onReleased?.();
				}
			}
			working++;
			try {
				return await act();
			} finally {
				working--;
				if (working === 0) onIdle?.();
			}
		},
		clear: async (signal, onWait) => {
			signal.throwIfAborted();
			while (closed) {
				onWait?.();
				await untilCalled(held, signal);
			}
			closed = true;
			try {
				if (working > 0) {
					onWait?.();
					await untilIdle(signal);
				}
			} catch (cause) {
				open();
				throw cause;
			}
			let over = false;
			return () => {
				if (!over) open();
				over = true;
			};
		}
	};

	function untilIdle(signal: AbortSignal): Promise<void> {
		const waiting = new Set<() => void>();
		onIdle = () => waiting.forEach((goOn) => goOn());
		return untilCalled(waiting, signal).finally(() => (onIdle = undefined));
	}
}

/** Resolves when the function it adds to `waiting` is called. */
function untilCalled(waiting: Set<() => void>, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(signal.reason);
		const end = (settle: () => void) => {
			waiting.delete(goOn);
			signal?.removeEventListener('abort', leave);
			settle();
		};
		const goOn = () => end(resolve);
		const leave = () => end(() => reject(signal?.reason));
		waiting.add(goOn);
		signal?.addEventListener('abort', leave, { once: true });
	});
}
