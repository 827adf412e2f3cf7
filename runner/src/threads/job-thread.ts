/**
 * Shell: the entry of a job's thread. It runs `runJob`, parses all output of the job's sandboxes, and encodes events as JSON.
 * Sandboxes, the turn on the core and caches are in the main thread, which it calls. It is reused for later jobs, one at a time.
 */
import { flushCompileCache } from 'node:module';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { deserialize, serialize } from 'node:v8';
import { runJob } from '../job/run-job.ts';
import {
	eventSender,
	toSentError,
	type FromThread,
	type ThreadData,
	type ToThread,
	asBuffer,
	fromSentError,
	lastingCalls,
	sendable,
	type CacheName,
	type CallName,
	type Calls,
	type ContextData,
	type Notice,
	type SandboxHandle
} from './messages.ts';
import { metricsOf } from '@cyclelab/contract/measure/report-metrics';
import type { JobContext } from '../job/job-context.ts';
import type { Output } from '../sandbox/command.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { WaitCallbacks } from '../sandbox/tool-gate.ts';

const port = parentPort;
if (!port) throw new Error('this is the entry of a thread');
const { beats } = workerData as ThreadData;
/** Interval of the beats that show a running event loop, ms. */
const beatMs = 100;
setInterval(() => Atomics.add(beats, 0, 1), beatMs);

const send = (message: FromThread) => port.postMessage(message);
const calls = callClient(port);
let current: { serial: number; abort: AbortController } | undefined;

const perform = async ({ serial, job, circumstances }: Extract<ToThread, { type: 'job' }>) => {
	const abort = new AbortController();
	current = { serial, abort };
	const { emit, check } = eventSender((encoded) => send({ type: 'event', serial, encoded }), abort);
	try {
		const context = remoteJobContext(circumstances, calls.askFor(serial), (stage, seconds) =>
			send({ type: 'stageSeconds', stage, seconds })
		);
		const report = await runJob(context, job, emit, abort.signal);
		check();
		send({ type: 'done', serial, result: { metrics: metricsOf(report) } });
	} catch (cause) {
		send({ type: 'done', serial, result: { error: toSentError(cause) } });
	} finally {
		calls.forget();
		current = undefined;
	}
};

port.on('message', (message: ToThread) => {
	if (message.type === 'job') void perform(message);
	else if (message.type !== 'abort') calls.receive(message);
	else if (current?.serial === message.serial) current.abort.abort(message.reason);
});
send({ type: 'ready' });
// For the next thread: without this call it is written when the thread ends.
flushCompileCache();

function remoteJobContext(
	circumstances: ContextData,
	ask: CallMain,
	onStageSeconds: JobContext['onStageSeconds']
): JobContext {
	/** Ignores the answer: if the main thread fails, it releases the resource itself. */
	const unawaited = (asked: Promise<unknown>) => void asked.catch(() => undefined);
	const sandbox = ({ handle, container }: SandboxHandle): PooledSandbox => ({
		container,
		run: async ({ onResults, ...command }, signal) => {
			if (onResults) throw new Error('rows are not handed on while they arrive');
			const output = await ask('run', [handle, command], { signal });
			return withBuffers(output) as Awaited<ReturnType<PooledSandbox['run']>>;
		},
		get: async (artifact) => asBuffer(await ask('get', [handle, artifact])),
		put: async (artifact, bytes) => {
			const copy = sendable(bytes, false);
			await ask('put', [handle, artifact, copy], { move: [copy.buffer] });
		},
		dispose: () => ask('dispose', [handle]),
		retire: () => unawaited(ask('retire', [handle]))
	});
	const heldBy = ({ onHeld, onReleased, signal }: WaitCallbacks = {}) => ({
		signal,
		on: { onHeld, onReleased }
	});
	const keeping = <Value>(what: CacheName) => ({
		get: async (key: string): Promise<Value | undefined> => {
			const bytes = await ask('cached', [what, key]);
			return bytes && (deserialize(bytes) as Value);
		},
		set: (key: string, value: Value) => {
			const bytes = sendable(serialize(value), true);
			unawaited(ask('store', [what, key, bytes], { move: [bytes.buffer] }));
		}
	});

	return {
		...circumstances,
		takeSandbox: async (kind, image, held) =>
			sandbox(await ask('takeSandbox', [kind, image], heldBy(held))),
		takeWhole: async (image, signal, { onHeld, onWait } = {}) =>
			sandbox(await ask('takeWhole', [image], { signal, on: { onHeld, onWait } })),
		coreQueue: {
			waiting: () => 0,
			take: async (onPosition, signal) => {
				const turn = await ask('takeTurn', [], { signal, on: { onPosition } });
				return () => unawaited(ask('release', [turn]));
			}
		},
		calibrate: () => ask('calibrate', []),
		giveWay: (mostMs, signal) => ask('giveWay', [mostMs], { signal }),
		inspections: keeping('inspections'),
		opinions: keeping('opinions'),
		onStageSeconds
	};
}

/** An output as it came from the main thread, with its bytes as Node's Buffers. */
const withBuffers = ({ fetched = new Map(), then, ...output }: Output): Output => ({
	...output,
	stdout: asBuffer(output.stdout),
	stderr: asBuffer(output.stderr),
	results: asBuffer(output.results),
	fetched: new Map([...fetched].map(([name, bytes]) => [name, asBuffer(bytes)])),
	...(then && { then: withBuffers(then) })
});

/** `signal`: its abort is passed on. `on`: called for notices, also after the answer. `move`: memory that need not be copied. */
type CallOptions = {
	signal?: AbortSignal | undefined;
	on?: Partial<Record<Notice, ((position: number) => void) | undefined>>;
	move?: readonly ArrayBuffer[];
};

/** Rejects with the error of the main thread, or with the signal's reason if that was aborted meanwhile. */
type CallMain = <Name extends CallName>(
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

/** `receive` takes an answer or a notice that came over the port. */
function callClient(port: Pick<MessagePort, 'postMessage'>) {
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
						if (!lastingCalls.includes(name)) signal?.removeEventListener('abort', stop);
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
