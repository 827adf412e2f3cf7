/**
 * A gate that lets either tools work or one measurement use all cores. The measurement waits until current tool work has
 * ended; later tool work waits until the measurement is over. Both are limited by wall clocks, and neither needs the
 * other to end, so there is no deadlock.
 */
import type { Release } from '../core-queue.ts';

/** Called when work has to wait at the gate, and when it continues. */
export type WaitCallbacks = {
	onHeld?: () => void;
	onReleased?: () => void;
	signal?: AbortSignal | undefined;
};

export type ToolGate = {
	/** Resolves or rejects as `act`, which begins at once or after the measurement. Rejects with the signal's reason if
	 * aborted before it has begun. */
	work: <Result>(act: () => Promise<Result>, held?: WaitCallbacks) => Promise<Result>;
	/**
	 * Resolves when no tool works; none does until the release. `onWait`: called if it has to wait. Rejects with the
	 * signal's reason if aborted. A measurement's release may come after the next measurement got the core: the next one
	 * then waits for the release.
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
					// The gate may have closed again meanwhile.
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

/** Adds a function to `waiting` and resolves when it is called. */
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
