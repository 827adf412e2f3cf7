/**
 * Shell: the queue for the measuring core: one job at a time, in order; waiting jobs are notified of their position. And one
 * use of the core, with a sandbox on it; the core is released in every case.
 */
import type { ImageName } from '@cyclelab/images/recipes';
import type { Sandbox } from './sandbox/command.ts';
import type { SandboxKind } from './sandbox/limits.ts';

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

type CoreWaiter = { start: () => void; onPosition: (position: number) => void };

export function createCoreQueue(): CoreQueue {
	let busy = false;
	const queue: CoreWaiter[] = [];

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
				const waiter: CoreWaiter = {
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

/** A job in the queue, and its callbacks: its position (1 = next), and that it has the core. */
type CoreWait = {
	/** The sandbox's image. */
	image: ImageName;
	onPosition?: (position: number) => void;
	onTurn?: () => void;
	signal: AbortSignal;
};

export type CoreAccess<Taken extends Sandbox> = {
	takeSandbox: (kind: SandboxKind, image: ImageName) => Promise<Taken>;
	coreQueue: CoreQueue;
};

/**
 * Waits for the core, then for the sandbox, and passes it to `use`. Rejects with the signal's reason if aborted while waiting, with a `SandboxError` if there is no sandbox, or as `use` does.
 */
export async function onMeasuringCore<Taken extends Sandbox, Result>(
	{ takeSandbox, coreQueue }: CoreAccess<Taken>,
	use: (sandbox: Taken) => Promise<Result>,
	{ image, onPosition = () => {}, onTurn = () => {}, signal }: CoreWait
): Promise<Result> {
	const release = await coreQueue.take(onPosition, signal);
	try {
		onTurn();
		const sandbox = await takeSandbox('measure', image);
		try {
			return await use(sandbox);
		} finally {
			void sandbox.dispose().catch(() => undefined);
		}
	} finally {
		release();
	}
}
