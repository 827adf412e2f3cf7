/** Shell: one use of the measuring core, with a sandbox on it. The core is released in every case. */
import type { ImageName } from '@cyclelab/images/recipes';
import type { Sandbox } from '../sandbox/command.ts';
import type { SandboxKind } from '../sandbox/limits.ts';
import type { CoreQueue } from '../core-queue.ts';

/** A job in the queue, and its callbacks: its position (1 = next), and that it has the core. */
export type CoreWait = {
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
