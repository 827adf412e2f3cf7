/** Shell: the main thread's side of one job: answers the calls of its thread, and releases its resources at the end. */
import { createCache } from '../job/cache.ts';
import type { JobContext } from '../job/job-context.ts';
import { SandboxError } from '../sandbox/sandbox-error.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { Release } from '../core-queue.ts';
import {
	lastingCalls,
	toSentError,
	sendable,
	type CallName,
	type Calls,
	type FromThread,
	type CacheName,
	type Notice,
	type ToThread
} from './messages.ts';

/** Caches of values as the bytes that a job's thread made of them. */
export type CachedBytes = Record<
	CacheName,
	{
		get: (key: string) => Uint8Array | undefined;
		set: (key: string, value: Uint8Array) => void;
	}
>;

/** Inspections with their programs, bytes as the job threads serialised them. */
const inspectionBytesKept = 128 * 1024 * 1024;
/** Second opinions; each is some kB. */
const opinionsKept = 256;

export const createCaches = (): CachedBytes => ({
	inspections: createCache(inspectionBytesKept, ({ byteLength }) => byteLength),
	opinions: createCache(opinionsKept)
});

/** The parts of a job context that stay in the main thread. */
export type MainThreadParts = Pick<
	JobContext,
	'takeSandbox' | 'takeWhole' | 'coreQueue' | 'calibrate'
> & {
	kept: CachedBytes;
};

type Post = (message: ToThread, move?: readonly ArrayBuffer[]) => void;
type Call = Extract<FromThread, { type: 'call' }>;
/** A call as it is answered: its signal, and notices to its caller. */
type CallContext = { signal: AbortSignal; notice: (notice: Notice) => (position?: number) => void };
type Handlers = {
	[Name in CallName]: (
		args: Calls[Name]['args'],
		around: CallContext
	) => Promise<Calls[Name]['answer']> | Calls[Name]['answer'];
};

export function serveJob(served: MainThreadParts, post: Post) {
	const sandboxes = new Map<number, PooledSandbox>();
	const turns = new Map<number, Release>();
	const signals = new Map<number, AbortController>();
	let lastHandle = 0;
	let closed = false;

	/** Keeps a resource for the job; after the job's end it is released at once. */
	const hold = <Thing>(
		things: Map<number, Thing>,
		thing: Thing,
		giveBack: (thing: Thing) => void
	) => {
		if (closed) {
			giveBack(thing);
			throw new SandboxError('CLOSED', 'The job is over.');
		}
		things.set(++lastHandle, thing);
		return lastHandle;
	};
	const held = <Thing>(things: Map<number, Thing>, handle: number): Thing => {
		const thing = things.get(handle);
		if (thing === undefined) throw new SandboxError('CLOSED', 'It was given back.');
		return thing;
	};
	const lend = (sandbox: PooledSandbox) => ({
		handle: hold(sandboxes, sandbox, (one) => one.retire()),
		container: sandbox.container
	});
	const gone = <Thing>(things: Map<number, Thing>, handle: number): Thing | undefined => {
		const thing = things.get(handle);
		things.delete(handle);
		return thing;
	};

	const answers: Handlers = {
		takeSandbox: async ([kind, image], { signal, notice }) =>
			lend(
				await served.takeSandbox(kind, image, {
					onHeld: notice('onHeld'),
					onReleased: notice('onReleased'),
					signal
				})
			),
		takeWhole: async ([image], { signal, notice }) =>
			lend(
				await served.takeWhole(image, signal, {
					onHeld: notice('onHeld'),
					onWait: notice('onWait')
				})
			),
		run: ([sandbox, command], { signal }) => held(sandboxes, sandbox).run(command, signal),
		get: ([sandbox, artifact]) => held(sandboxes, sandbox).get(artifact),
		put: async ([sandbox, artifact, bytes]) => {
			const { buffer, byteOffset, byteLength } = bytes;
			const whole = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
			await held(sandboxes, sandbox).put(artifact, whole);
			return undefined;
		},
		dispose: async ([sandbox]) => {
			await gone(sandboxes, sandbox)?.dispose();
			return undefined;
		},
		retire: ([sandbox]) => void gone(sandboxes, sandbox)?.retire(),
		takeTurn: async (_, { signal, notice }) =>
			hold(turns, await served.coreQueue.take(notice('onPosition'), signal), (release) =>
				release()
			),
		release: ([turn]) => void gone(turns, turn)?.(),
		calibrate: () => served.calibrate(),
		cached: ([what, key]) => served.kept[what].get(key),
		store: ([what, key, value]) => void served.kept[what].set(key, value)
	};

	const answer = async ({ id, name, args }: Call) => {
		const stop = new AbortController();
		signals.set(id, stop);
		const notice = (notice: Notice) => (position?: number) =>
			post({ type: 'notice', id, notice, ...(position === undefined ? {} : { position }) });
		try {
			if (closed) throw new SandboxError('CLOSED', 'The job is over.');
			// The arguments fit the name: the thread runs this program's code.
			const act = answers[name] as (args: unknown[], around: CallContext) => unknown;
			const value = await act(args, { signal: stop.signal, notice });
			const move: ArrayBuffer[] = [];
			post({ type: 'answer', id, value: movable(value, name !== 'cached', move) }, move);
		} catch (cause) {
			post({ type: 'refused', id, error: toSentError(cause) });
		} finally {
			if (!lastingCalls.includes(name)) signals.delete(id);
		}
	};

	return {
		call: (call: Call) => void answer(call),
		stop: (id: number) => signals.get(id)?.abort(new Error('stopped')),
		/** Gives everything back, and aborts the calls that are not answered yet. */
		close: () => {
			closed = true;
			const isOver = new Error('the job is over');
			for (const one of signals.values()) one.abort(isOver);
			for (const one of sandboxes.values()) one.retire();
			for (const release of turns.values()) release();
			for (const all of [signals, sandboxes, turns]) all.clear();
		}
	};
}

/** A value with its bytes in memory of their own, which `move` collects. */
function movable(value: unknown, owned: boolean, move: ArrayBuffer[]): unknown {
	if (value instanceof Uint8Array) {
		const bytes = sendable(value, owned);
		move.push(bytes.buffer);
		return bytes;
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	if (value instanceof Map)
		return new Map([...value].map(([name, one]) => [name, movable(one, owned, move)]));
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => [name, movable(one, owned, move)])
	);
}
