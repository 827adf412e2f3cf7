/** A taken container, as its user sees it. */
import { defined } from '@cyclelab/contract/defined';
import type { Sandbox } from './command.ts';
import type { SupervisorClient } from './supervisor-client.ts';
import { SandboxError } from './sandbox-error.ts';
import type { PooledContainer } from './sub-pool.ts';
import type { WaitCallbacks, ToolGate } from './tool-gate.ts';

/** Aborting the signal of `run` kills the step; its `Output` then has the signal. */
export type PooledSandbox = Omit<Sandbox, 'run'> &
	Pick<SupervisorClient, 'run'> & {
		/** The engine's full id of its container. */
		container: string;
		/**
		 * Marks it as spent: the pool removes it when it is quiet, or at once if a step still runs. Later calls are rejected.
		 */
		retire: () => void;
	};

export type Terms = { gate: ToolGate; held: WaitCallbacks; isRetired: () => boolean };

/** Tool steps wait while a measurement has all cores. */
export function pooledSandbox(
	{ kind, container, supervisor: conversation }: PooledContainer,
	{ gate, held, isRetired }: Terms,
	ends: Pick<PooledSandbox, 'dispose' | 'retire'>
): PooledSandbox {
	const gated = <Result>(act: () => Promise<Result>, onHeld: WaitCallbacks) =>
		kind === 'measure' ? act() : gate.work(act, onHeld);
	const asked = <Result>(act: () => Promise<Result>, signal?: AbortSignal) =>
		gated(
			() =>
				isRetired() ? Promise.reject(new SandboxError('CLOSED', 'The sandbox is spent.')) : act(),
			{ ...held, ...defined({ signal }) }
		);
	return {
		run: (command, signal) => asked(() => conversation.run(command, signal), signal),
		get: (artifact) => asked(() => conversation.get(artifact)),
		put: (artifact, bytes) => asked(() => conversation.put(artifact, bytes)),
		...ends,
		container: container.id
	};
}
