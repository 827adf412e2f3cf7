/** The site's HTTP API as the pages use it. Nothing else in the browser fetches. */
import { inSite } from '../ui/base.ts';
import { defined } from '@cyclelab/contract/defined';
import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream';
import type { Calibration } from '@cyclelab/contract/schema/gateway';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import type { Exercise } from '@cyclelab/exercises/schema';
import type { ModelErrors } from '../../../shared/models-schema.ts';
import type {
	RunAccepted,
	ExerciseSummary,
	RunnerSummary,
	RunView,
	SnapshotCreated,
	SnapshotRequest,
	RunRequest as FullRunRequest
} from '../../../shared/schema.ts';

/** A learner's request: `sources` has only the edited variants. */
export type RunRequest = Pick<FullRunRequest, 'exercise'> & Partial<FullRunRequest>;

interface Numbered {
	/** The event's number, for `Last-Event-ID`. */
	id: string | undefined;
	event: RunEvent;
}

/** The parts of the API a run needs; tests pass plain functions. */
export interface RunApi {
	start(request: RunRequest): Promise<RunAccepted>;
	status(id: string, signal: AbortSignal): Promise<RunView>;
	events(id: string, after: string | undefined, signal: AbortSignal): AsyncIterable<Numbered>;
	/** The events of an inspection that the server does not store; it ends when the signal aborts. */
	inspect(request: RunRequest, signal: AbortSignal): AsyncIterable<Numbered>;
	cancel(id: string): Promise<void>;
	/** Resolves after a while; rejects when aborted. */
	pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** The server refused a request, or could not be reached (status 0). `message` is a sentence for people. */
export const unreachable = 'The site cannot be reached. Check the connection and try again.';

export class ApiError extends Error {
	readonly status: number;
	/** Quoted by the learner, found in the log. */
	readonly id: string | undefined;

	constructor(status: number, message: string, id?: string) {
		super(message);
		this.name = 'ApiError';
		this.status = status;
		this.id = id;
	}
}

const types: ReadonlySet<string> = new Set<RunEvent['type']>([
	'queued',
	'started',
	'stage',
	'moved',
	'waiting',
	'inspected',
	'counted',
	'predicted',
	'opinion',
	'audited',
	'explained',
	'simulated',
	'point',
	'finished',
	'failed',
	'cancelled'
]);

// The server parsed every event with the schema before it sent it; shipping zod to check it a second time would
// cost a quarter of the page's budget, so only the tag is looked at.
function isRunEvent(value: unknown): value is RunEvent {
	return (
		typeof value === 'object' &&
		value !== null &&
		'type' in value &&
		typeof value.type === 'string' &&
		types.has(value.type)
	);
}

function issueText(issue: unknown): string {
	return typeof issue === 'object' && issue !== null && 'message' in issue
		? String(issue.message)
		: String(issue);
}

function sentence(status: number, body: unknown, retryAfter: string | null): string {
	if (status === 429)
		return `Too many runs from this address. Try again in ${retryAfter ? `${retryAfter} s` : 'a minute'}.`;
	if (typeof body === 'object' && body !== null) {
		if ('message' in body && typeof body.message === 'string') return body.message;
		if ('issues' in body && Array.isArray(body.issues))
			return `The site did not accept the request: ${body.issues.map(issueText).join('; ').replace(/\.$/, '')}.`;
	}
	return `The site gave an answer that was not expected (HTTP ${status}). Try again.`;
}

/** Resolves to the response of a request that succeeded; rejects with an `ApiError`, whose message is for people. */
export async function request(path: string, init: RequestInit): Promise<Response> {
	let response: Response;
	try {
		response = await fetch(inSite(path), init);
	} catch (cause) {
		if (init.signal?.aborted) throw cause;
		throw new ApiError(0, unreachable);
	}
	if (response.ok) return response;
	const body: unknown = await response.json().catch(() => undefined);
	const id =
		typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : undefined;
	throw new ApiError(
		response.status,
		sentence(response.status, body, response.headers.get('retry-after')),
		id
	);
}

/** Bytes of a request's body that outlives its page. A third of what browsers allow for all of a page's (64 KiB, Fetch standard). */
const longestKeptAlive = 20_000;

export function posting(body: unknown, headers: Record<string, string> = {}) {
	return {
		method: 'POST',
		headers: { ...headers, 'content-type': 'application/json' },
		body: JSON.stringify(body)
	};
}

/**
 * A request to start a run. If the page chose the run's id and the body is short, the browser sends it even if the learner
 * leaves the page: the next page finds the run by its id.
 */
function starting(wanted: RunRequest, headers: Record<string, string> = {}): RequestInit {
	const init = posting(wanted, headers);
	const bytes = new TextEncoder().encode(init.body).length;
	return { ...init, keepalive: wanted.id !== undefined && bytes <= longestKeptAlive };
}

async function start(body: RunRequest, headers?: Record<string, string>): Promise<RunAccepted> {
	const answer = await request('/api/runs', starting(body, headers));
	const accepted: RunAccepted = await answer.json();
	rememberCancel(accepted.id, accepted.cancel);
	return accepted;
}

async function* events(
	id: string,
	after: string | undefined,
	signal: AbortSignal,
	headers: Record<string, string> = {}
): AsyncIterable<Numbered> {
	const response = await request(`/api/runs/${encodeURIComponent(id)}/events`, {
		headers: {
			...headers,
			accept: 'text/event-stream',
			...defined({ 'last-event-id': after })
		},
		signal
	});
	yield* eventsOf(response);
}

async function* inspect(
	wanted: RunRequest,
	signal: AbortSignal,
	headers: Record<string, string> = {}
): AsyncIterable<Numbered> {
	yield* eventsOf(await request('/api/inspections', { ...posting(wanted, headers), signal }));
}

async function* eventsOf(response: Response): AsyncIterable<Numbered> {
	for await (const { id: number, data } of messagesOf(response)) {
		const event: unknown = JSON.parse(data);
		if (isRunEvent(event)) yield { id: number, event };
	}
}

/** The server-sent events of a response, as they arrive. */
export async function* messagesOf({ body }: Response): AsyncIterable<EventSourceMessage> {
	const reader = body
		?.pipeThrough(new TextDecoderStream())
		.pipeThrough(new EventSourceParserStream())
		.getReader();
	if (!reader) return;
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) return;
			yield value;
		}
	} finally {
		await reader.cancel().catch(() => undefined);
	}
}

/** The API with a participant's token; without a token, as any visitor uses it. */
export function runApiOf(token: () => string | undefined): RunApi {
	const headers = (): Record<string, string> => {
		const known = token();
		return known === undefined ? {} : { authorization: `Bearer ${known}` };
	};
	return {
		...runApi,
		start: (body) => start(body, headers()),
		events: (id, after, signal) => events(id, after, signal, headers()),
		inspect: (body, signal) => inspect(body, signal, headers())
	};
}

export const runApi: RunApi = {
	start: (body) => start(body),
	async status(id, signal) {
		return (await request(`/api/runs/${encodeURIComponent(id)}`, { signal })).json();
	},
	events,
	inspect,
	async cancel(id) {
		const address = cancelAddress(id);
		if (address === undefined)
			throw new ApiError(
				403,
				'This run was started in another tab or by another person, and goes on. Cancel it where it was started.'
			);
		await request(address, { method: 'DELETE', keepalive: true });
	},
	pause: (ms, signal) =>
		new Promise((resolve, reject) => {
			const timer = setTimeout(resolve, ms);
			signal.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)));
		})
};

/** Makes a run permanent and returns the page's address. */
export async function share(
	run: string,
	more: Pick<SnapshotRequest, 'explained' | 'title'> = {}
): Promise<SnapshotCreated> {
	return (await request('/api/snapshots', posting({ run, ...more }))).json();
}

/** The runners that are connected now. */
export async function runners(): Promise<RunnerSummary[]> {
	return (await request('/api/runners', {})).json();
}

/** The exercises, in their order. */
export async function exercises(): Promise<ExerciseSummary[]> {
	return (await request('/api/exercises', {})).json();
}

/** An exercise with its sources and its texts. */
export async function exerciseOf(slug: string): Promise<Exercise> {
	return (await request(`/api/exercises/${encodeURIComponent(slug)}`, {})).json();
}

/** A runner's calibrations of its clock, the oldest first. */
export async function calibrations(runner: string): Promise<Calibration[]> {
	return (await request(`/api/runners/${encodeURIComponent(runner)}/calibrations`, {})).json();
}

/** How far measured blocks were from their predictions (quantiles of measured / predicted), by processor and predictor. */
export async function modelErrors(): Promise<ModelErrors> {
	return (await request('/api/models/errors', {})).json();
}

const prefix = 'cyclelab.cancel.';
const known = new Map<string, string>();

/** Undefined on the server, and where the browser stores nothing for this site. */
function storage(): Storage | undefined {
	try {
		return globalThis.sessionStorage;
	} catch {
		return undefined;
	}
}

export function rememberCancel(run: string, address: string | undefined): void {
	if (address === undefined) return;
	known.set(run, address);
	try {
		storage()?.setItem(prefix + run, address);
	} catch {
		// The tab has no room for more: a reload forgets this address.
	}
}

/** Undefined if this tab did not start the run. */
export const cancelAddress = (run: string): string | undefined =>
	known.get(run) ?? storage()?.getItem(prefix + run) ?? undefined;

/** An id that cannot be guessed: 128 random bits, base64url. `randomUUID` needs a secure context, this does not. */
export function newId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.slice(0, 22);
}
