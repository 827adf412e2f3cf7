/**
 * Messages between the main thread and a job's thread. The job's thread parses everything a sandbox wrote, and checks and encodes
 * its events: a message that the site cannot read would end the connection and all jobs on it. The main thread only passes bytes.
 */
import { defined } from '@cyclelab/contract/defined';
import type { ImageName } from '@cyclelab/images/recipes';
import type { Command, Output } from '../sandbox/command.ts';
import type { SandboxKind } from '../sandbox/limits.ts';
import { SandboxError, type SandboxErrorCode } from '../sandbox/sandbox-error.ts';
import type { Stage } from '@cyclelab/contract/schema/failure';
import { type Job, RunEvent } from '@cyclelab/contract/schema/job';
import type { ReportMetrics } from '@cyclelab/contract/measure/report-metrics';
import type { JobContext } from '../job/job-context.ts';

/** The site takes messages of 16 MiB, and 32 MiB for all of a run. Bytes of JSON. */
export const largestEvent = 12 * 1024 * 1024;

/** An event is too large to be sent. The learner sees `code` and the message. */
export class EventTooLarge extends Error {
	override name = 'EventTooLarge';
	readonly code = 'TOO_LARGE';
}

/** An event, ready to be sent: its JSON, and what the runner itself counts of it. */
export type EncodedEvent = {
	json: string;
	type: RunEvent['type'];
	/** Of an event `stage`: the core has been given to the job, which measures from now on. */
	measures?: true;
	/** Of an event `failed`. */
	code?: string;
};

/** Throws `EventTooLarge` for an event beyond the limit, and a ZodError for an event outside the site's schema. */
export function encodeEvent(event: RunEvent): EncodedEvent {
	const json = JSON.stringify(event);
	if (Buffer.byteLength(json) > largestEvent)
		throw new EventTooLarge(
			`One result of this code is larger than the limit of ${largestEvent / 1024 ** 2} MiB. Make the code smaller.`
		);
	RunEvent.parse(event);
	const { type } = event;
	const measures = type === 'stage' && event.stage === 'measure' && !event.notice;
	return {
		json,
		type,
		...(measures ? { measures } : {}),
		...(type === 'failed' ? { code: event.code } : {})
	};
}

/**
 * Sends a job's events. An event that cannot be sent aborts the job, and `check` throws the cause, so that a job which
 * ignores the abort fails too.
 */
export function eventSender(
	send: (encoded: EncodedEvent) => void,
	abort: AbortController
): { emit: (event: RunEvent) => void; check: () => void } {
	let unsent: { cause: unknown } | undefined;
	return {
		emit: (event) => {
			if (abort.signal.aborted) return;
			try {
				send(encodeEvent(event));
			} catch (cause) {
				unsent = { cause };
				abort.abort(cause);
			}
		},
		check: () => {
			if (unsent) throw unsent.cause;
		}
	};
}

/** The parts of a job context that can be copied. */
export type ContextData = Pick<
	JobContext,
	'runner' | 'clockGHz' | 'toolchains' | 'llvmMca' | 'cores'
>;

/** The calls of a job to the main thread: arguments and answer. A handle stands for something the main thread holds. */
export type Calls = {
	takeSandbox: { args: [kind: SandboxKind, image: ImageName]; answer: SandboxHandle };
	takeWhole: { args: [image: ImageName]; answer: SandboxHandle };
	run: { args: [sandbox: number, command: Omit<Command, 'onResults'>]; answer: Output };
	get: { args: [sandbox: number, artifact: string]; answer: Uint8Array };
	put: { args: [sandbox: number, artifact: string, bytes: Uint8Array]; answer: undefined };
	dispose: { args: [sandbox: number]; answer: undefined };
	retire: { args: [sandbox: number]; answer: undefined };
	takeTurn: { args: []; answer: number };
	release: { args: [turn: number]; answer: undefined };
	calibrate: { args: []; answer: number | undefined };
	/** Nobody waits for this job's first results any more; answered when nobody waits for another job's, either. */
	giveWay: { args: [mostMs: number]; answer: undefined };
	/** A cached value, as the bytes that `store` was given. */
	cached: { args: [what: CacheName, key: string]; answer: Uint8Array | undefined };
	store: { args: [what: CacheName, key: string, value: Uint8Array]; answer: undefined };
};
export type CallName = keyof Calls;
export type SandboxHandle = { handle: number; container: string };
export type CacheName = 'inspections' | 'opinions';

/** Calls whose signal stays in use after the answer: a sandbox may wait before each step (`sandbox/pooled-sandbox.ts`). */
export const lastingCalls: readonly CallName[] = ['takeSandbox', 'takeWhole'];

/** Notices of the main thread about a call, before or after its answer. */
export type Notice = 'onHeld' | 'onReleased' | 'onWait' | 'onPosition';

/** `serial` numbers the jobs of a thread, `id` the calls. */
export type ToThread =
	| { type: 'job'; serial: number; job: Job; circumstances: ContextData }
	| { type: 'abort'; serial: number; reason: string }
	| { type: 'answer'; id: number; value: unknown }
	| { type: 'refused'; id: number; error: SentError }
	| { type: 'notice'; id: number; notice: Notice; position?: number };

export type FromThread =
	| { type: 'ready' }
	| { type: 'call'; serial: number; id: number; name: CallName; args: unknown[] }
	/** The signal of a call was aborted. */
	| { type: 'stop'; id: number }
	| { type: 'event'; serial: number; encoded: EncodedEvent }
	| { type: 'stageSeconds'; stage: Stage; seconds: number }
	| { type: 'done'; serial: number; result: { metrics: ReportMetrics } | { error: SentError } };

/** The main thread's half of `job-thread.ts`: counts up while its event loop turns. */
export type ThreadData = { beats: Int32Array };

/** An error as it crosses: `code` only of classes that are known on both sides. */
type SentError = { kind: string; code?: string; message: string; stack?: string };

export function toSentError(cause: unknown): SentError {
	if (!(cause instanceof Error)) return { kind: 'Error', message: String(cause) };
	const { message, stack } = cause;
	const code = 'code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {};
	return { kind: kindOf(cause), message, ...code, ...defined({ stack }) };
}

function kindOf(cause: Error): string {
	if (cause instanceof SandboxError) return 'SandboxError';
	return cause instanceof EventTooLarge ? 'EventTooLarge' : 'Error';
}

export function fromSentError({ kind, code, message, stack }: SentError): Error {
	const error =
		kind === 'SandboxError'
			? new SandboxError(code as SandboxErrorCode, message)
			: kind === 'EventTooLarge'
				? new EventTooLarge(message)
				: new Error(message);
	if (stack !== undefined) error.stack = stack;
	return error;
}

/**
 * Bytes as they are sent: moved if the buffer is all of its memory and `owned`, else copied. A view that is sent as it is
 * would take all the memory it looks at with it.
 */
export function sendable(bytes: Uint8Array, owned: boolean): Uint8Array<ArrayBuffer> {
	const { buffer, byteLength } = bytes;
	return owned && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
		? new Uint8Array(buffer)
		: Uint8Array.from(bytes);
}

/** The same bytes as Node's Buffer, without a copy. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
	Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
