/** A container in use, as whoever took it sees it. */
import type { Sandbox } from './command.ts';
import type { Conversation } from './conversation.ts';
import type { Ready } from './shelf.ts';
import type { Held, ToolGate } from './tool-gate.ts';

/** `run` can also be stopped: the step is killed and its `Output` says so. */
export type PooledSandbox = Omit<Sandbox, 'run'> &
	Pick<Conversation, 'run'> & {
		/** The engine's full id of its container. */
		container: string;
		/** It has served: the pool throws it away when there is time, at once if a step still runs in it. */
		leave: () => void;
	};

/** Of tools, steps begin while nobody measures with every core. */
export function takenFrom(
	{ kind, container, conversation }: Ready,
	{ gate, held }: { gate: ToolGate; held: Held },
	ends: Pick<PooledSandbox, 'dispose' | 'leave'>
): PooledSandbox {
	const { run, get, put } = kind === 'tools' ? gated(conversation, gate, held) : conversation;
	return { run, get, put, ...ends, container: container.id };
}

const gated = (
	{ run, get, put }: Conversation,
	gate: ToolGate,
	held: Held
): Pick<Conversation, 'run' | 'get' | 'put'> => ({
	run: (command, signal) => gate.work(() => run(command, signal), { ...held, signal }),
	get: (artifact) => gate.work(() => get(artifact), held),
	put: (artifact, bytes) => gate.work(() => put(artifact, bytes), held)
});
