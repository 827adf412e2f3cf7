/** Shell: one turn on the measuring core, with a sandbox there. Whatever happens, the turn is given back. */
import type { ImageName } from '@cyclelab/images/recipes';
import type { Sandbox } from '../sandbox/command.ts';
import type { Kind } from '../sandbox/limits.ts';
import type { Turns } from '../turns.ts';

/** Who waits, and what it hears: its places in the line (1 = next), and that its turn has come. */
export type InLine = {
	/** What the sandbox is to hold. */
	image: ImageName;
	onPosition?: (position: number) => void;
	onTurn?: () => void;
	signal: AbortSignal;
};

export type MeasuringCore<Taken extends Sandbox> = {
	takeSandbox: (kind: Kind, image: ImageName) => Promise<Taken>;
	turns: Turns;
};

/**
 * Waits for the turn, then for the sandbox, and hands it to `use`. Rejects with the signal's reason if aborted while waiting, with a `SandboxError` if there is no sandbox, or as `use` does.
 */
export async function onMeasuringCore<Taken extends Sandbox, Result>(
	{ takeSandbox, turns }: MeasuringCore<Taken>,
	use: (sandbox: Taken) => Promise<Result>,
	{ image, onPosition = () => {}, onTurn = () => {}, signal }: InLine
): Promise<Result> {
	const release = await turns.take(onPosition, signal);
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
