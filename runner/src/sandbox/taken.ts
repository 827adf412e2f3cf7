/** A container in use, as whoever took it sees it. */
import type { Sandbox } from './command.ts';
import type { Conversation } from './conversation.ts';
import { SandboxError } from './sandbox-error.ts';
import type { Ready } from './shelf.ts';
import type { Held, ToolGate } from './tool-gate.ts';

/** `run` can also be stopped: the step is killed and its `Output` says so. */
export type PooledSandbox = Omit<Sandbox, 'run'> &
	Pick<Conversation, 'run'> & {
		/** The engine's full id of its container. */
		container: string;
		/**
		 * It has served: the pool throws it away when there is time, at once if a step still runs in it. What is asked of it later
		 * is refused.
		 */
		leave: () => void;
	};

export type Terms = { gate: ToolGate; held: Held; hasLeft: () => boolean };

/** Of tools, steps begin while nobody measures with every core. */
export function takenFrom(
	{ kind, container, conversation }: Ready,
	{ gate, held, hasLeft }: Terms,
	ends: Pick<PooledSandbox, 'dispose' | 'leave'>
): PooledSandbox {
	const gated = <Result>(act: () => Promise<Result>, onHeld: Held) =>
		kind === 'tools' ? gate.work(act, onHeld) : act();
	const asked = <Result>(act: () => Promise<Result>, signal?: AbortSignal) =>
		gated(
			() =>
				hasLeft() ? Promise.reject(new SandboxError('CLOSED', 'The sandbox has served.')) : act(),
			{ ...held, ...(signal && { signal }) }
		);
	return {
		run: (command, signal) => asked(() => conversation.run(command, signal), signal),
		get: (artifact) => asked(() => conversation.get(artifact)),
		put: (artifact, bytes) => asked(() => conversation.put(artifact, bytes)),
		...ends,
		container: container.id
	};
}
