/** Shell: calls from a job's thread to the main thread, and notices about them. */
import type { MessagePort } from 'node:worker_threads';
import {
	fromSentError,
	type CallName,
	type Calls,
	type FromThread,
	type Notice,
	type ToThread
} from './messages.ts';

/** `signal`: its abort is passed on. `on`: called for notices, also after the answer. `move`: memory that need not be copied. */
export type CallOptions = {
	signal?: AbortSignal | undefined;
	on?: Partial<Record<Notice, ((position: number) => void) | undefined>>;
	move?: readonly ArrayBuffer[];
};

/** Rejects with the error of the main thread, or with the signal's reason if that was aborted meanwhile. */
export type CallMain = <Name extends CallName>(
	name: Name,
	args: Calls[Name]['args'],
	how?: CallOptions
) => Promise<Calls[Name]['answer']>;

type OpenCall = {
	resolve: (value: never) => void;
	reject: (cause: unknown) => void;
	signal?: AbortSignal | undefined;
	settle: () => void;
};

/** Calls whose signal stays in use after the answer: a sandbox may wait before each step (`sandbox/pooled-sandbox.ts`). */
const lasting: readonly CallName[] = ['takeSandbox', 'takeWhole'];

/** `receive` takes an answer or a notice that came over the port. */
export function callClient(port: Pick<MessagePort, 'postMessage'>) {
	const open = new Map<number, OpenCall>();
	const listening = new Map<number, NonNullable<CallOptions['on']>>();
	let last = 0;
	const send = (message: FromThread, move: readonly ArrayBuffer[] = []) =>
		port.postMessage(message, [...move]);

	return {
		/** The call function of the job with this serial number. */
		askFor:
			(serial: number): CallMain =>
			(name, args, { signal, on, move } = {}) =>
				new Promise((resolve, reject) => {
					const id = ++last;
					const stop = () => send({ type: 'stop', id });
					const settle = () => {
						if (!lasting.includes(name)) signal?.removeEventListener('abort', stop);
					};
					open.set(id, { resolve: resolve as OpenCall['resolve'], reject, signal, settle });
					if (on) listening.set(id, on);
					send({ type: 'call', serial, id, name, args }, move);
					if (signal?.aborted) stop();
					else signal?.addEventListener('abort', stop, { once: true });
				}),
		receive: (message: Extract<ToThread, { type: 'answer' | 'refused' | 'notice' }>) => {
			if (message.type === 'notice') {
				listening.get(message.id)?.[message.notice]?.(message.position ?? 0);
				return;
			}
			const asked = open.get(message.id);
			open.delete(message.id);
			asked?.settle();
			if (message.type === 'answer') asked?.resolve(message.value as never);
			else
				asked?.reject(asked.signal?.aborted ? asked.signal.reason : fromSentError(message.error));
		},
		/** The job is over: its notices are dropped. */
		forget: () => {
			listening.clear();
		}
	};
}
