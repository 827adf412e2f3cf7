/**
 * Messages between the main thread and a job's thread. The job's thread parses everything a sandbox wrote; the main thread
 * only passes bytes.
 */
import type { ImageName } from '@cyclelab/images/recipes';
import type { Command, Output } from '../sandbox/command.ts';
import type { SandboxKind } from '../sandbox/limits.ts';
import { SandboxError, type SandboxErrorCode } from '../sandbox/sandbox-error.ts';
import type { Stage } from '../schema/failure.ts';
import type { Job } from '../schema/job.ts';
import type { ReportMetrics } from '../measure/report-metrics.ts';
import { EventTooLarge, type EncodedEvent } from '../event-encoder.ts';
import type { JobContext } from '../job/job-context.ts';

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
export type SentError = { kind: string; code?: string; message: string; stack?: string };

export function toSentError(cause: unknown): SentError {
	if (!(cause instanceof Error)) return { kind: 'Error', message: String(cause) };
	const { message, stack } = cause;
	const code = 'code' in cause && typeof cause.code === 'string' ? { code: cause.code } : {};
	return { kind: kindOf(cause), message, ...code, ...(stack === undefined ? {} : { stack }) };
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
